import type { FactsSkill } from "../roots/facts.ts";
import { curatedAction, isLineageRestore } from "./payload.ts";
import type { LoadRecord } from "./root-history.ts";
import { latestTimeUs, maxTime, type ScopedEvent } from "./scoped-event.ts";

/** The times of one skill, microseconds, corrected for clock skew. */
export interface SkillActivity {
  readonly createdAtUs: number | null;
  readonly lastTouchedAtUs: number | null;
  readonly loads: readonly LoadRecord[];
  readonly lastLoadedAtUs: number | null;
  readonly lastConsolidatedAtUs: number | null;
  readonly failuresCountFromUs: number | null;
  readonly clockSkew: boolean;
}

/**
 * Returns a skill's times. The creation inserted last starts the present incarnation: earlier loads were a
 * dead namesake's. A time nobody can believe is no activity, but where it only holds the curator back
 * (own consolidation, failures to count) it is now. Facts fill in where the trace was pruned.
 * CONTRACTS 4.6, 4.7, 6.1, 6.3, 6.4.
 */
export function foldActivity(
  events: readonly ScopedEvent[],
  facts: FactsSkill | undefined,
  nowUs: number,
): SkillActivity {
  const acts = events.filter(({ scope }) => scope.act);
  const createdAtUs = creationTimeUs(acts) ?? facts?.created_at_us ?? null;
  const loads = presentLoads(events, createdAtUs);
  const factsLoadUs = isPresent(facts?.last_loaded_at_us, createdAtUs) ? facts?.last_loaded_at_us : null;
  return {
    createdAtUs,
    lastTouchedAtUs: maxTime([latestTimeUs(acts.filter(isTouch)), facts?.last_touched_at_us]),
    loads,
    lastLoadedAtUs: maxTime([loads.at(-1)?.atUs, factsLoadUs]),
    lastConsolidatedAtUs: maxTime([
      latestOrNow(acts.filter(isConsolidation), nowUs),
      facts?.last_consolidated_at_us,
    ]),
    failuresCountFromUs: latestOrNow(acts.filter(restartsFailures), nowUs),
    clockSkew: events.some((item) => item.atUs === null && (item.scope.activity || isTouch(item))),
  };
}

function creationTimeUs(acts: readonly ScopedEvent[]): number | null {
  return acts.findLast(({ event, atUs }) => event.type === "skill.created" && atUs !== null)?.atUs ?? null;
}

function presentLoads(events: readonly ScopedEvent[], createdAtUs: number | null): readonly LoadRecord[] {
  const loads: (LoadRecord & { readonly id: string })[] = [];
  for (const { event, scope, atUs } of events) {
    if (!scope.activity || atUs === null || !isPresent(atUs, createdAtUs)) continue;
    const load = { id: event.id, atUs, sessionId: event.sessionId };
    loads.push(scope.outcome ? load : { ...load, failuresElsewhere: true });
  }
  loads.sort((left, right) => left.atUs - right.atUs || (left.id < right.id ? -1 : 1));
  return loads.map(({ id: _, ...load }) => load);
}

function isPresent(atUs: number | null | undefined, createdAtUs: number | null): boolean {
  return createdAtUs === null || (atUs ?? createdAtUs) >= createdAtUs;
}

/** Signs of life beside loads (CONTRACTS 6.1); an observed write is a modification by an agent's own tool. */
function isTouch({ event }: ScopedEvent): boolean {
  switch (event.type) {
    case "skill.created":
    case "skill.adopted":
    case "skill.modified":
    case "skill.observed":
      return true;
    case "skill.curated": {
      const action = curatedAction(event);
      return action === "unpin" || (action === "restore" && !isLineageRestore(event));
    }
    default:
      return false;
  }
}

function isConsolidation({ event }: ScopedEvent): boolean {
  return curatedAction(event) === "consolidate";
}

function restartsFailures({ event }: ScopedEvent): boolean {
  return (
    event.type === "skill.curated" ||
    event.type === "skill.modified" ||
    event.type === "skill.observed" ||
    event.type === "skill.adopted"
  );
}

function latestOrNow(events: readonly ScopedEvent[], nowUs: number): number | null {
  return maxTime(events.map(({ atUs }) => atUs ?? nowUs));
}
