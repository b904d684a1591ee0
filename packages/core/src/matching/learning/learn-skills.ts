import type { CuratorConfig } from "../../config/curator-config.ts";
import type { IndexFeedback, LearnedSkill } from "../../ports/skill-index.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import type { SidecarState } from "../../roots/sidecar-state.ts";
import { activityOf, idleSinceUs } from "../../selection/activity.ts";
import type { RootHistory, SkillHistory } from "../../trace/root-history.ts";
import type { MatchingHistory } from "./matching-history.ts";

/** Effectiveness of a skill nobody gave feedback on (CONTRACTS 13.3). */
export const EFFECTIVENESS_START = 0.5;

export interface LearningInput {
  readonly history: RootHistory;
  readonly matching: MatchingHistory;
  readonly sidecar: SidecarState;
  readonly config: CuratorConfig;
  readonly nowUs: number;
}

/**
 * Returns what the trace teaches about indexed skills: only those whose row says something else. Where the trace was
 * pruned, a row that counted more feedback than is left keeps its own (CONTRACTS 4.7, 13.1).
 */
export function learnSkills(
  skills: readonly { readonly name: string; readonly archived: boolean }[],
  before: ReadonlyMap<string, LearnedSkill>,
  input: LearningInput,
): readonly LearnedSkill[] {
  const feedback = feedbackBySkill(input.matching.feedback);
  const gaps = countGaps(input.matching);
  return skills.flatMap(({ name, archived }) => {
    const fresh = learnSkill(name, archived, feedback.get(name) ?? [], gaps.get(name) ?? 0, input);
    const known = before.get(name);
    const learned = known === undefined ? fresh : keepUnpruned(known, fresh, input.history.pruned === true);
    return known !== undefined && isSame(known, learned) ? [] : [learned];
  });
}

/** Node 20 has no `Map.groupBy`. */
function feedbackBySkill(all: readonly IndexFeedback[]): ReadonlyMap<string, readonly IndexFeedback[]> {
  const bySkill = new Map<string, IndexFeedback[]>();
  for (const one of all) {
    const known = bySkill.get(one.skill);
    if (known === undefined) bySkill.set(one.skill, [one]);
    else known.push(one);
  }
  return bySkill;
}

function learnSkill(
  name: string,
  isArchived: boolean,
  feedback: readonly IndexFeedback[],
  gapCount: number,
  { history, sidecar, config, nowUs }: LearningInput,
): LearnedSkill {
  const known = history.skills.get(name);
  const isDraft = known?.draft === true || findSidecarSkill(sidecar, name)?.draft === true;
  const activity = activityOf(known, config, nowUs, history.lastCurationAtUs);
  const liveState = isDraft ? "draft" : activity.stale ? "stale" : "active";
  return {
    name,
    state: isArchived ? "archived" : liveState,
    effectiveness: known?.effectiveness?.score ?? EFFECTIVENESS_START,
    uses: known?.effectiveness?.uses ?? 0,
    successes: feedback.filter(
      ({ outcome, atUs }) => outcome === "success" && atUs >= (known?.createdAtUs ?? 0),
    ).length,
    gapCount,
    lastUsedAtUs: latestUse(known, feedback),
    idleSinceUs: idleSinceUs(known),
    createdAtUs: known?.createdAtUs ?? null,
  };
}

function latestUse(history: SkillHistory | undefined, feedback: readonly IndexFeedback[]): number | null {
  const times = [history?.lastLoadedAtUs ?? null, ...feedback.map(({ atUs }) => atUs)];
  return times.reduce<number | null>((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
}

/** Unmatched tasks by the skill that came closest. */
function countGaps({ matches }: MatchingHistory): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { bestSkill, closest } of matches) {
    if (bestSkill === null && closest !== null) counts.set(closest.name, (counts.get(closest.name) ?? 0) + 1);
  }
  return counts;
}

function keepUnpruned(before: LearnedSkill, after: LearnedSkill, isPruned: boolean): LearnedSkill {
  if (!isPruned) return after;
  const kept = before.uses > after.uses ? before : after;
  return {
    ...after,
    effectiveness: kept.effectiveness,
    uses: kept.uses,
    successes: Math.max(before.successes, after.successes),
    gapCount: Math.max(before.gapCount, after.gapCount),
  };
}

function isSame(a: LearnedSkill, b: LearnedSkill): boolean {
  return (
    a.state === b.state &&
    a.effectiveness === b.effectiveness &&
    a.uses === b.uses &&
    a.successes === b.successes &&
    a.gapCount === b.gapCount &&
    a.lastUsedAtUs === b.lastUsedAtUs &&
    a.idleSinceUs === b.idleSinceUs &&
    a.createdAtUs === b.createdAtUs
  );
}
