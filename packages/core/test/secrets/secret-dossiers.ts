import type { Dossier, DossierSkill } from "@metis-curate/core";
import fc from "fast-check";

const SIGNALS = { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null };

export function dossierSkill(name: string, body: string, description = `What ${name} is for`): DossierSkill {
  return { name, description, body, files: [], loads: 1, lastLoadedAtIso: null, effectiveness: null };
}

export function editDossier(body: string): Dossier {
  const failures = { loads: 3, sessions: 3, failedSessions: 3, rate: 1, signatures: [], toolsSucceeded: [] };
  return { purpose: "edit", skill: dossierSkill("one-skill", body), failures, signals: SIGNALS };
}

export function rewriteDossier(bodies: readonly string[]): Dossier {
  const members = bodies.map((body, index) => dossierSkill(`skill-${index}`, body));
  return {
    purpose: "rewrite",
    members,
    survivor: "skill-0",
    archive: members.slice(1).map(({ name }) => name),
  };
}

export const secretArbitrary = fc.stringMatching(/^[a-z0-9]{4,12}$/).map((tail) => `fixture-secret-${tail}`);

/** Prose and secrets in any order, also side by side, also with texts that look like placeholders. */
export const secretTextArbitrary: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      secretArbitrary,
      fc.constantFrom(" ", "\n", "`", "⟦", "⟧", "⟦secret:1f2e3d4c:1⟧", "secret:", "# Title\n\n", "é😀"),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
