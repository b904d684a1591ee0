import type { CuratorSummary, StoredEvent, TimeWindow } from "../ports/trace-store.ts";
import { concernsRoot, foldSpend, isInWindow, SPEND_EVENT_TYPES } from "./spend.ts";

/** The types `foldCuratorSummary` reads. */
export const CURATOR_SUMMARY_EVENT_TYPES = [
  ...SPEND_EVENT_TYPES,
  "curator.run_started",
  "curator.run_finished",
] as const;

/**
 * What one root's curator (every root's for null) did in a window: runs that started, actions of any kind,
 * runs that ended at a cap, exact spend. The events must span `spendScanWindow`, in any order. CONTRACTS 12.
 */
export function foldCuratorSummary(
  events: readonly StoredEvent[],
  rootKey: string | null,
  window: TimeWindow,
): CuratorSummary {
  let runs = 0;
  let actionsTotal = 0;
  let throttledRuns = 0;
  const actions = new Map<string, number>();
  for (const { event } of events) {
    const { type, payload, timestampUs } = event;
    if (!isInWindow(timestampUs, window) || !concernsRoot(payload, rootKey)) continue;
    if (type === "curator.run_started") runs += 1;
    if (type === "curator.run_finished" && isCap(payload["throttled_reason"])) throttledRuns += 1;
    if (type !== "skill.curated") continue;
    actionsTotal += 1;
    const action = typeof payload["action"] === "string" ? payload["action"] : "unknown";
    actions.set(action, (actions.get(action) ?? 0) + 1);
  }
  return {
    runs,
    actionsTotal,
    actionsByType: Object.fromEntries([...actions].sort(([left], [right]) => (left < right ? -1 : 1))),
    spendUsd: foldSpend(events, rootKey, window),
    throttledRuns,
  };
}

function isCap(reason: unknown): boolean {
  return reason === "per_run_cap" || reason === "per_day_cap";
}
