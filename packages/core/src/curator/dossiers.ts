import type { SkillSnapshot } from "../actions/index.ts";
import type { Candidate, ConsolidateCandidate } from "../selection/candidate.ts";
import type { SkillHistory } from "../trace/root-history.ts";
import { isoFromUs } from "../trace/time.ts";
import type { Dossier, DossierSkill, RewriteDossier } from "../verdicts/index.ts";

/** A member of a candidate with what the disk and the trace say about it. */
export interface Member {
  readonly snapshot: SkillSnapshot;
  readonly files: readonly { readonly path: string; readonly hash: string }[];
  readonly history: SkillHistory | undefined;
}

/** The closed value a model is told about one candidate (CONTRACTS 8.1). Members in the candidate's order. */
export function candidateDossier(
  candidate: Candidate,
  members: readonly Member[],
  takenNames: readonly string[],
): Dossier {
  const skills = members.map(dossierSkill);
  const [first] = skills;
  if (first === undefined) throw new Error("a candidate has at least one skill");
  switch (candidate.action) {
    case "archive":
      return { purpose: "archive", skill: first, signals: candidate.signals };
    case "edit":
      return { purpose: "edit", skill: first, failures: candidate.failures, signals: candidate.signals };
    case "consolidate":
      return {
        purpose: "consolidate",
        members: skills,
        referenced: candidate.referenced,
        takenNames,
        signals: candidate.signals,
      };
  }
}

/** What the second call of a merge is told. */
export function rewriteDossier(
  members: readonly Member[],
  survivor: string,
  archive: readonly string[],
): RewriteDossier {
  return { purpose: "rewrite", members: members.map(dossierSkill), survivor, archive };
}

/** The same candidate limited to some of its members. */
export function narrowed(candidate: ConsolidateCandidate, names: readonly string[]): ConsolidateCandidate {
  return {
    ...candidate,
    skills: candidate.skills.filter((name) => names.includes(name)),
    referenced: candidate.referenced.filter((name) => names.includes(name)),
    signals: { ...candidate.signals, cluster_size: names.length },
  };
}

function dossierSkill({ snapshot, files, history }: Member): DossierSkill {
  const { skill } = snapshot;
  const lastLoadedAtUs = history?.lastLoadedAtUs ?? null;
  return {
    name: skill.name,
    description: skill.fields.description,
    body: skill.body,
    files,
    loads: history?.loads.length ?? 0,
    lastLoadedAtIso: lastLoadedAtUs === null ? null : isoFromUs(lastLoadedAtUs),
    effectiveness: history?.effectiveness?.score ?? null,
  };
}
