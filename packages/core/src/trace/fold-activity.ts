import type { FactsSkill } from "../roots/facts.ts";
import type { ScopeOfLoad } from "./load-scopes.ts";
import { curatedAction, isLineageRestore } from "./payload.ts";
import { presentLoads } from "./present-loads.ts";
import type { KeptLoad } from "./root-events.ts";
import type { LoadRecord } from "./root-history.ts";
import { latestTimeUs, maxTime, type ScopedEvent } from "./scoped-event.ts";

/** What counts for one skill: its events but for loads, by insertion, and its loads in any order. */
export interface SkillEvents {
  readonly events: readonly ScopedEvent[];
  readonly loads: readonly KeptLoad[];
}

/** What a skill's times depend on beside its events. */
export interface ActivityContext {
  readonly nowUs: number;
  readonly scopeOfLoad: ScopeOfLoad;
}

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
  { events, loads: everLoaded }: SkillEvents,
  facts: FactsSkill | undefined,
  { nowUs, scopeOfLoad }: ActivityContext,
): SkillActivity {
  const acts = events.filter(({ scope }) => scope.act);
  const createdAtUs = creationTimeUs(acts) ?? facts?.created_at_us ?? null;
  const loads = presentLoads(everLoaded, createdAtUs, scopeOfLoad);
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
    clockSkew:
      everLoaded.some(({ atUs }) => atUs === null) ||
      events.some((item) => item.atUs === null && isTouch(item)),
  };
}

function creationTimeUs(acts: readonly ScopedEvent[]): number | null {
  return acts.findLast(({ event, atUs }) => event.type === "skill.created" && atUs !== null)?.atUs ?? null;
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
