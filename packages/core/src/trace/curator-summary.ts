import type { Payload } from "../events/envelope.ts";
import { sumUsd, type Usd, ZERO_USD } from "../money/index.ts";
import type { CuratorDay, CuratorSummary } from "../ports/analytics-reader.ts";
import type { StoredEvent, TimeWindow } from "../ports/trace-store.ts";
import { concernsRoot, foldSpendItems, isInWindow, SPEND_EVENT_TYPES } from "./spend.ts";
import { isoFromUs } from "./time.ts";

/** The types `foldCuratorSummary` and `foldCuratorDays` read. */
export const CURATOR_SUMMARY_EVENT_TYPES = [
  ...SPEND_EVENT_TYPES,
  "curator.run_started",
  "curator.run_finished",
] as const;

/**
 * What one root's curator (every root's for null) did in a window: runs that started, actions of any kind,
 * runs that ended at a cap, exact spend. The events must span `spendScanWindow`, in any order; `skippedRows` is
 * what could not be read of them. CONTRACTS 12.
 */
export function foldCuratorSummary(
  events: readonly StoredEvent[],
  rootKey: string | null,
  window: TimeWindow,
  skippedRows = 0,
): CuratorSummary {
  const tally = foldTallies(events, rootKey, window, () => "").get("");
  return { ...summaryOf(tally ?? newTally()), ...(skippedRows > 0 && { skippedRows }) };
}

/** The same per UTC day, by day; a call belongs to the day it started on (CONTRACTS 9.4). */
export function foldCuratorDays(
  events: readonly StoredEvent[],
  rootKey: string | null,
  window: TimeWindow,
): readonly CuratorDay[] {
  const tallies = foldTallies(events, rootKey, window, (us) => isoFromUs(us).slice(0, "YYYY-MM-DD".length));
  return [...tallies]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([day, tally]) => ({ day, ...summaryOf(tally) }));
}

interface Tally {
  runs: number;
  actionsTotal: number;
  readonly actions: Map<string, number>;
  readonly costs: Usd[];
  throttledRuns: number;
}

function foldTallies(
  events: readonly StoredEvent[],
  rootKey: string | null,
  window: TimeWindow,
  bucketOf: (timestampUs: number) => string,
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  const tallyAt = (timestampUs: number): Tally => {
    const bucket = bucketOf(timestampUs);
    const tally = tallies.get(bucket) ?? newTally();
    tallies.set(bucket, tally);
    return tally;
  };
  for (const { event } of events) {
    if (!isInWindow(event.timestampUs, window) || !concernsRoot(event.payload, rootKey)) continue;
    if (isCounted(event.type)) count(tallyAt(event.timestampUs), event.type, event.payload);
  }
  for (const { atUs, costUsd } of foldSpendItems(events, rootKey, window)) {
    if (costUsd !== ZERO_USD) tallyAt(atUs).costs.push(costUsd);
  }
  return tallies;
}

function isCounted(type: string): boolean {
  return type === "curator.run_started" || type === "curator.run_finished" || type === "skill.curated";
}

function count(tally: Tally, type: string, payload: Payload): void {
  if (type === "curator.run_started") tally.runs += 1;
  if (type === "curator.run_finished" && isCap(payload["throttled_reason"])) tally.throttledRuns += 1;
  if (type !== "skill.curated") return;
  tally.actionsTotal += 1;
  const action = typeof payload["action"] === "string" ? payload["action"] : "unknown";
  tally.actions.set(action, (tally.actions.get(action) ?? 0) + 1);
}

function newTally(): Tally {
  return { runs: 0, actionsTotal: 0, actions: new Map(), costs: [], throttledRuns: 0 };
}

function summaryOf({ runs, actionsTotal, actions, costs, throttledRuns }: Tally): CuratorSummary {
  return {
    runs,
    actionsTotal,
    actionsByType: Object.fromEntries([...actions].sort(([left], [right]) => (left < right ? -1 : 1))),
    spendUsd: sumUsd(costs),
    throttledRuns,
  };
}

function isCap(reason: unknown): boolean {
  return reason === "per_run_cap" || reason === "per_day_cap";
}
