import type { EventEnvelope } from "../events/envelope.ts";
import type { RunCursor, RunSummary, RunsPage, RunsQuery } from "../ports/analytics-reader.ts";
import type { StoredEvent, TimeWindow } from "../ports/trace-store.ts";
import { payloadText } from "./payload.ts";
import { summarizeRun } from "./run-detail.ts";
import { concernsRoot, isInWindow, spendScanWindow } from "./spend.ts";

/** The events of a run. */
export const RUN_EVENT_TYPES = [
  "curator.run_started",
  "curator.run_finished",
  "skill.curated",
  "curator.call_started",
  "curator.call_completed",
] as const;

/** A run and the event that started it. */
export interface RunStart extends RunCursor {
  readonly runId: string;
}

/**
 * The page of a list of runs, and one start more when there is another page; `starts` are the
 * `curator.run_started` of the window, in any order. A run that was started twice counts once, at its first start.
 */
export function pageRunStarts(
  starts: Iterable<StoredEvent>,
  rootKey: string | null,
  { window, after, limit }: RunsQuery,
): readonly RunStart[] {
  const first = new Map<string, RunStart>();
  for (const { event } of starts) {
    if (event.type !== "curator.run_started" || !isInWindow(event.timestampUs, window)) continue;
    const runId = payloadText(event.payload, "curator_run_id");
    if (runId === null || !concernsRoot(event.payload, rootKey)) continue;
    const start = { runId, startedAtUs: event.timestampUs, eventId: event.id };
    const known = first.get(runId);
    if (known === undefined || compareStarts(start, known) < 0) first.set(runId, start);
  }
  return [...first.values()]
    .filter((start) => after === null || compareStarts(start, after) < 0)
    .sort((left, right) => compareStarts(right, left))
    .slice(0, limit + 1);
}

/** The times between which events of one type of these runs lie; a killed run may be closed long after its start. */
export function runEventsWindow(starts: readonly RunCursor[], type: string): TimeWindow {
  const times = starts.map(({ startedAtUs }) => startedAtUs);
  const window = spendScanWindow({ fromUs: Math.min(...times), untilUs: Math.max(...times) });
  return type === "curator.run_finished" ? { ...window, untilUs: Number.MAX_SAFE_INTEGER } : window;
}

/**
 * The page of `pageRunStarts` with what each run did. `events` are those of `RUN_EVENT_TYPES` within
 * `runEventsWindow`, in any order; those of other runs do not matter.
 */
export function foldRunsPage(
  page: readonly RunStart[],
  events: Iterable<StoredEvent>,
  rootKey: string | null,
  limit: number,
): RunsPage {
  const starts = page.slice(0, limit);
  const byRun = new Map(starts.map(({ runId }) => [runId, [] as EventEnvelope[]] as const));
  for (const { event } of events) {
    const runId = payloadText(event.payload, "curator_run_id");
    if (runId !== null && concernsRoot(event.payload, rootKey)) byRun.get(runId)?.push(event);
  }
  const last = starts.at(-1);
  return {
    runs: starts.map((start): RunSummary => summarizeRun(start.runId, byRun.get(start.runId) ?? [], start)),
    next:
      page.length > limit && last !== undefined
        ? { startedAtUs: last.startedAtUs, eventId: last.eventId }
        : null,
  };
}

function compareStarts(left: RunCursor, right: RunCursor): number {
  if (left.startedAtUs !== right.startedAtUs) return left.startedAtUs - right.startedAtUs;
  if (left.eventId === right.eventId) return 0;
  return left.eventId < right.eventId ? -1 : 1;
}
