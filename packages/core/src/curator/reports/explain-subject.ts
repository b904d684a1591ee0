import type { Candidate, LeftAloneReason, Selection } from "../../selection/candidate.ts";
import { activityOf, type SkillActivity } from "../../selection/index.ts";
import type { Skill } from "../../skills/index.ts";
import { getSkillHistory, type SkillHistory } from "../../trace/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, selectFrom } from "../library-view.ts";

/** One live skill with everything that decides about it. */
export interface Subject {
  readonly deps: CuratorDeps;
  readonly view: LibraryView;
  readonly selection: Selection;
  readonly skill: Skill;
  readonly history: SkillHistory;
  readonly activity: SkillActivity;
  readonly candidate: Candidate | null;
  /** The left-alone reason, or the action it is a candidate for. */
  readonly reason: LeftAloneReason | Candidate["action"];
  /** The outcome in words. */
  readonly outcome: string;
}

/** Looks at one skill as an attended run would now. */
export function subjectOf(deps: CuratorDeps, view: LibraryView, skill: Skill): Subject {
  const selection = selectFrom(deps, view, true);
  const history = getSkillHistory(view.history, skill.name);
  const activity = activityOf(history, deps.config, view.nowUs, view.history.lastCurationAtUs);
  const base = { deps, view, selection, skill, history, activity };
  const candidate = selection.candidates.find(({ skills }) => skills.some((name) => name === skill.name));
  if (candidate !== undefined) {
    return {
      ...base,
      candidate,
      reason: candidate.action,
      outcome: describeCandidate(candidate, skill.name),
    };
  }
  const left = selection.leftAlone.find((one) => one.skill === skill.name && one.reason !== "shadowed");
  const reason = left?.reason ?? "active";
  const detail = left?.detail === undefined ? "" : ` (${left.detail})`;
  return { ...base, candidate: null, reason, outcome: `left alone: ${reason}${detail}` };
}

function describeCandidate(candidate: Candidate, name: string): string {
  if (candidate.action !== "consolidate") return `candidate for ${candidate.action}: ${candidate.reason}`;
  const others = candidate.skills.filter((one) => one !== name);
  return `candidate for consolidation with ${others.join(", ")}: ${candidate.reason}`;
}
