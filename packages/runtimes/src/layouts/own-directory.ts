import { createHash } from "node:crypto";
import type { Layout } from "@metis-curate/core";
import { foreignLayout } from "@metis-curate/core/light";

const HASH_DIGITS = 8;
/** How the name of every layout of `--skills-dir` begins. */
export const OWN_DIRECTORY_PREFIX = "dir-";

/**
 * Returns the layout of a skills directory that no row has (`--skills-dir`), given as `/`-separated names below the
 * workspace or home directory: a library of its own, whose archive, state and events never mix with another's.
 */
export function ownDirectoryLayout(inside: string): Layout {
  const hash = createHash("sha256").update(inside, "utf8").digest("hex").slice(0, HASH_DIGITS);
  return foreignLayout(`${OWN_DIRECTORY_PREFIX}${hash}`, inside.split("/"));
}
