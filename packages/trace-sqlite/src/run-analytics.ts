import {
  foldRunDetail,
  foldRunsPage,
  pageRunStarts,
  RUN_EVENT_TYPES,
  type RunDetail,
  type RunsPage,
  type RunsQuery,
  runEventsWindow,
  type StoredEvent,
} from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import { decodeBatch, type PositionedRow } from "./event-reader.ts";
import { TRACE_QUERIES } from "./trace-queries.ts";

const WHOLE_TIME = { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER };

/** A page of runs, newest first: the starts of the window, then the events of the runs on the page. */
export function readRunsPage(database: SqliteDatabase, rootKey: string | null, query: RunsQuery): RunsPage {
  const starts = database.prepare<PositionedRow>(TRACE_QUERIES.eventsOfType);
  const { fromUs, untilUs } = query.window;
  const page = pageRunStarts(
    decodeBatch(starts.all("curator.run_started", fromUs, untilUs)).events,
    rootKey,
    query,
  );
  if (page.length === 0) return { runs: [], next: null };
  const runIds = page.map(({ runId }) => runId);
  const events = RUN_EVENT_TYPES.flatMap((type) =>
    readEventsOfRuns(database, type, runIds, runEventsWindow(page, type)),
  );
  return foldRunsPage(page, events, rootKey, query.limit);
}

/** Everything about one run. */
export function readRunDetail(
  database: SqliteDatabase,
  rootKey: string | null,
  runId: string,
): RunDetail | null {
  const events = RUN_EVENT_TYPES.flatMap((type) => readEventsOfRuns(database, type, [runId], WHOLE_TIME));
  return foldRunDetail(events, rootKey, runId);
}

function readEventsOfRuns(
  database: SqliteDatabase,
  type: string,
  runIds: readonly string[],
  { fromUs, untilUs }: { readonly fromUs: number; readonly untilUs: number },
): readonly StoredEvent[] {
  const rows = database.prepare<PositionedRow>(TRACE_QUERIES.eventsOfRuns);
  return decodeBatch(rows.all(type, fromUs, untilUs, JSON.stringify(runIds))).events;
}
