import type { AuxiliaryModel } from "../ports/auxiliary-model.ts";
import type { SkillFacts } from "../selection/selection-input.ts";
import type { DossierSkill } from "../verdicts/index.ts";
import { LONGEST_NAME } from "./prepare-candidate.ts";

/**
 * Returns what tells whether the rewrite of a merge fits the model, by its bodies alone: support files are not read
 * for it, and secrets are not hidden yet, so the last word is that of `prepareCandidate`. Undefined for a model that
 * takes everything.
 */
export function mergeFits(model: AuxiliaryModel): ((members: readonly SkillFacts[]) => boolean) | undefined {
  if (model.findObstacle === undefined) return undefined;
  return (members) => {
    const archive = members.map(({ name }) => name);
    const dossier = {
      purpose: "rewrite" as const,
      members: members.map(dossierSkill),
      survivor: LONGEST_NAME,
      archive,
    };
    return (model.findObstacle?.({ purpose: "rewrite", dossier }) ?? null) === null;
  };
}

function dossierSkill({ name, skill, activity }: SkillFacts): DossierSkill {
  return {
    name,
    description: skill.fields.description,
    body: skill.body,
    files: [],
    loads: activity.loadsInWindow,
    lastLoadedAtIso: null,
    effectiveness: null,
  };
}
