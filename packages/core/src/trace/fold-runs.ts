import { payloadText } from "./payload.ts";
import type { RunRecord } from "./root-history.ts";
import { advancesLastCuration } from "./run-advance.ts";
import type { ScopedEvent } from "./scoped-event.ts";

/** Returns the runs of a root by insertion of their start; one without its end is unfinished (CONTRACTS 10.4). */
export function foldRuns(events: readonly ScopedEvent[], nowUs: number): readonly RunRecord[] {
  const runs = new Map<string, RunRecord>();
  for (const { event, scope, atUs } of events) {
    const runId = payloadText(event.payload, "curator_run_id");
    if (!scope.act || runId === null) continue;
    const timeUs = atUs ?? nowUs;
    if (event.type === "curator.run_started" && !runs.has(runId)) {
      runs.set(runId, startedRun(runId, timeUs, payloadText(event.payload, "trigger")));
    }
    if (event.type === "curator.run_finished") {
      runs.set(runId, {
        ...(runs.get(runId) ?? startedRun(runId, timeUs, null)),
        finishedAtUs: timeUs,
        throttledReason: payloadText(event.payload, "throttled_reason"),
        endedEarly: payloadText(event.payload, "ended_early"),
      });
    }
  }
  return [...runs.values()];
}

/**
 * Returns the end of the last run, by insertion, that moved `last_curation_at` (CONTRACTS 10.4); null without one.
 * A run under a clock that was ahead does not count: it would hold back every later one (CONTRACTS 4.6).
 */
export function foldLastCuration(events: readonly ScopedEvent[]): number | null {
  const last = events.findLast(
    ({ event, scope, atUs }) =>
      scope.act &&
      atUs !== null &&
      event.type === "curator.run_finished" &&
      advancesLastCuration(event.payload),
  );
  return last?.atUs ?? null;
}

/** Returns whether the last of pause and resume, by insertion, was a pause. */
export function foldPaused(events: readonly ScopedEvent[]): boolean {
  const last = events.findLast(
    ({ event, scope }) => scope.act && (event.type === "curator.paused" || event.type === "curator.resumed"),
  );
  return last?.event.type === "curator.paused";
}

function startedRun(runId: string, startedAtUs: number, trigger: string | null): RunRecord {
  return {
    runId,
    startedAtUs,
    finishedAtUs: null,
    trigger: trigger ?? "unknown",
    throttledReason: null,
    endedEarly: null,
  };
}
