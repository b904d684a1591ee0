import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { originForbids, touchability } from "../../selection/touchability.ts";
import type { Skill } from "../../skills/index.ts";
import { getSkillHistory } from "../../trace/index.ts";
import type { LibraryView } from "../library-view.ts";
import { done, refused } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";

/**
 * Whether an agent may act on a skill: one the curator may touch, unpinned (CONTRACTS 5, last line). Of a live skill
 * that would be moved, `skill`, also that nobody edited it by hand. Refusal `not-touchable`.
 */
export function mayTouch(view: LibraryView, name: string, skill: Skill | null = null): Outcome<null> {
  const history = getSkillHistory(view.history, name);
  const entry = findSidecarSkill(view.sidecar, name);
  const verdict = skill === null ? null : touchability(skill, history, entry);
  const forbidden = verdict === null ? originForbids(history, entry) : verdict.touchable ? null : verdict;
  if (forbidden !== null) {
    return refused(
      "not-touchable",
      `${name} is left alone (${forbidden.reason}): ${forbidden.detail}; ask the operator`,
    );
  }
  if (!history.pinned && entry?.pinned !== true) return done(null);
  return refused("not-touchable", `${name} is pinned by the operator; nothing was done`);
}
