import { foldSkillName, validateSkillName } from "../skills/skill-name.ts";
import type { ConsolidateDossier } from "./dossier.ts";
import { oneLine } from "./one-line.ts";
import type { Verdict } from "./verdict.ts";

type Consolidation = Extract<Verdict, { action: "consolidate" }>;

/**
 * Why a merge is not one of this candidate (CONTRACTS 8.2), or null. An existing survivor is a member and at least one
 * other member is archived; a new survivor has a free valid name and all members are archived; a member that something
 * refers to is never archived.
 */
export function findConsolidationFault(verdict: Consolidation, dossier: ConsolidateDossier): string | null {
  const members = new Set(dossier.members.map((member) => member.name));
  const stranger = verdict.archive.find((name) => !members.has(name));
  if (stranger !== undefined) return `archive names ${quote(stranger)}, which is not in the candidate`;
  if (new Set(verdict.archive).size !== verdict.archive.length) return "archive names a skill twice";
  const referenced = verdict.archive.find((name) => dossier.referenced.includes(name));
  if (referenced !== undefined) return `${referenced} is referenced and may only be the survivor`;
  return verdict.newSkill
    ? findNewSurvivorFault(verdict, members, dossier.takenNames)
    : findSurvivorFault(verdict, members);
}

function findSurvivorFault(verdict: Consolidation, members: ReadonlySet<string>): string | null {
  if (!members.has(verdict.survivor)) return `survivor ${quote(verdict.survivor)} is not in the candidate`;
  if (verdict.archive.length === 0) return "archive is empty";
  if (verdict.archive.includes(verdict.survivor)) return "the survivor is also to be archived";
  return null;
}

function findNewSurvivorFault(
  verdict: Consolidation,
  members: ReadonlySet<string>,
  takenNames: readonly string[],
): string | null {
  const fault = validateSkillName(verdict.survivor);
  if (fault !== null) return `new skill ${quote(verdict.survivor)}: ${fault}`;
  const taken = [...members, ...takenNames].map(foldSkillName);
  if (taken.includes(foldSkillName(verdict.survivor))) {
    return `new skill ${quote(verdict.survivor)}: the name is taken`;
  }
  if (verdict.archive.length !== members.size) return "a new skill must archive all members";
  return null;
}

function quote(name: string): string {
  return JSON.stringify(oneLine(name, 64));
}
