import type { CandidateSignals } from "./candidate.ts";
import { compareStaleness } from "./order.ts";
import type { SkillFacts } from "./selection-input.ts";

/** Returns the standard signals of one skill and its idle days and effectiveness, where known (S1 8.2). */
export function skillSignals(facts: SkillFacts): CandidateSignals {
  const { activity, history } = facts;
  return {
    last_loaded_at_iso: isoOrNull(activity.lastLoadedAtUs),
    loads_in_window: activity.loadsInWindow,
    inactive_days: activity.inactiveDays,
    ...(activity.idleDays === null ? {} : { idle_days: activity.idleDays }),
    ...(history?.effectiveness ? { effectiveness: history.effectiveness.score } : {}),
  };
}

/** Returns the signals of a cluster: the age of its stalest member and the loads of all (CONTRACTS 6.3). */
export function clusterSignals(members: readonly SkillFacts[]): CandidateSignals {
  const stalest = members.reduce((a, b) => (compareStaleness(staleness(b), staleness(a)) < 0 ? b : a));
  return {
    last_loaded_at_iso: isoOrNull(stalest.activity.lastLoadedAtUs),
    loads_in_window: members.reduce((sum, { activity }) => sum + activity.loadsInWindow, 0),
    inactive_days: stalest.activity.inactiveDays,
    cluster_size: members.length,
  };
}

/** Returns what orders a skill among candidates. */
export function staleness(facts: SkillFacts): { lastLoadedAtUs: number | null; name: string } {
  return { lastLoadedAtUs: facts.activity.lastLoadedAtUs, name: facts.name };
}

export function isoOrNull(timeUs: number | null): string | null {
  return timeUs === null ? null : new Date(Math.floor(timeUs / 1000)).toISOString();
}
