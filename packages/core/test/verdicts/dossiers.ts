import type {
  ArchiveDossier,
  ConsolidateDossier,
  DossierSkill,
  EditDossier,
  RewriteDossier,
} from "../../src/verdicts/index.ts";

const SIGNALS = { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null };

export function dossierSkill(name: string, rest: Partial<DossierSkill> = {}): DossierSkill {
  return {
    name,
    description: `What ${name} is for`,
    body: `# ${name}\n\nDo the work of ${name}.\n`,
    files: [],
    loads: 1,
    lastLoadedAtIso: null,
    effectiveness: null,
    ...rest,
  };
}

export const ARCHIVE: ArchiveDossier = { purpose: "archive", skill: dossierSkill("old"), signals: SIGNALS };

export const EDIT: EditDossier = {
  purpose: "edit",
  skill: dossierSkill("broken"),
  failures: { loads: 3, sessions: 3, failedSessions: 2, rate: 2 / 3, signatures: [], toolsSucceeded: [] },
  signals: SIGNALS,
};

export function consolidateDossier(
  members: readonly (string | DossierSkill)[],
  rest: Partial<ConsolidateDossier> = {},
): ConsolidateDossier {
  const skills = members.map((member) => (typeof member === "string" ? dossierSkill(member) : member));
  return {
    purpose: "consolidate",
    members: skills,
    referenced: [],
    takenNames: [...skills.map((skill) => skill.name), "elsewhere"],
    signals: SIGNALS,
    ...rest,
  };
}

export function rewriteDossier(members: readonly DossierSkill[], survivor: string): RewriteDossier {
  const archive = members.map((member) => member.name).filter((name) => name !== survivor);
  return { purpose: "rewrite", members, survivor, archive };
}
