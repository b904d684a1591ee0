import type { Dossier } from "@metis-curate/core";

/** No survivor's name takes more room: 255 code points of four bytes each. */
const WIDEST_NAME = "𠀀".repeat(255);

/**
 * Returns the dossier whose request is the largest that may follow. A merge is reserved for before its survivor is
 * known (CONTRACTS 9.2), so a rewrite counts as one of all its members into a new skill with the longest name.
 */
export function boundingDossier(dossier: Dossier): Dossier {
  if (dossier.purpose !== "rewrite") return dossier;
  return { ...dossier, survivor: WIDEST_NAME, archive: dossier.members.map(({ name }) => name) };
}
