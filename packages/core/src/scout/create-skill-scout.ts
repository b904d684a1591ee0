import { adoptScouted } from "./adopt-scouted.ts";
import { dismissScouted } from "./dismiss-scouted.ts";
import type { ScoutDeps } from "./scout-deps.ts";
import { searchSkills } from "./search-skills.ts";
import type { SkillScout } from "./skill-scout.ts";

/** The scout of one library, from its ports. */
export function createSkillScout(deps: ScoutDeps): SkillScout {
  return {
    search: (request = {}, signal) => searchSkills(deps, request, signal),
    adopt: (request, signal) => adoptScouted(deps, request, signal),
    dismiss: (target) => dismissScouted(deps, target),
  };
}
