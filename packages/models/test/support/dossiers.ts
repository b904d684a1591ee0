import type {
  ArchiveDossier,
  CandidateSignals,
  ConsolidateDossier,
  Dossier,
  DossierSkill,
  EditDossier,
  RewriteDossier,
} from "@metis-curate/core";

export const SIGNALS: CandidateSignals = {
  last_loaded_at_iso: "2026-08-01T10:00:00.000Z",
  loads_in_window: 0,
  inactive_days: 122,
};

export function dossierSkill(name: string, overrides: Partial<DossierSkill> = {}): DossierSkill {
  return {
    name,
    description: `What ${name} is for`,
    body: `# ${name}\n\nRun \`make ${name}\`.\n`,
    files: [],
    loads: 7,
    lastLoadedAtIso: "2026-08-01T10:00:00.000Z",
    effectiveness: 0.42,
    ...overrides,
  };
}

export function archiveDossier(skill: DossierSkill = dossierSkill("deploy-web")): ArchiveDossier {
  return { purpose: "archive", skill, signals: SIGNALS };
}

export function consolidateDossier(
  members: readonly DossierSkill[] = [dossierSkill("deploy-site"), dossierSkill("deploy-web")],
  overrides: Partial<ConsolidateDossier> = {},
): ConsolidateDossier {
  return {
    purpose: "consolidate",
    members,
    referenced: [],
    takenNames: members.map(({ name }) => name),
    signals: { ...SIGNALS, cluster_size: members.length },
    ...overrides,
  };
}

export function rewriteDossier(
  members: readonly DossierSkill[] = [dossierSkill("deploy-site"), dossierSkill("deploy-web")],
  overrides: Partial<RewriteDossier> = {},
): RewriteDossier {
  const [survivor = "", ...archive] = members.map(({ name }) => name);
  return { purpose: "rewrite", members, survivor, archive, ...overrides };
}

export function editDossier(
  skill: DossierSkill = dossierSkill("deploy-web"),
  overrides: Partial<EditDossier> = {},
): EditDossier {
  return {
    purpose: "edit",
    skill,
    failures: {
      loads: 6,
      sessions: 5,
      failedSessions: 4,
      rate: 0.8,
      signatures: [{ tool: "web_fetch", errorClass: "not_found", count: 4 }],
      toolsSucceeded: ["http_get", "shell"],
    },
    signals: SIGNALS,
    ...overrides,
  };
}

/** One dossier of each purpose about the same skill. */
export function everyDossier(skill: DossierSkill): readonly Dossier[] {
  const other = dossierSkill("other-skill");
  return [
    archiveDossier(skill),
    consolidateDossier([skill, other]),
    rewriteDossier([skill, other]),
    editDossier(skill),
  ];
}
