import {
  CURATOR_SUMMARY_EVENT_TYPES,
  type CuratorDay,
  type CuratorSummary,
  decodeEventRow,
  type EventBatch,
  foldCuratorDays,
  foldCuratorSummary,
  foldSpend,
  isInWindow,
  SPEND_EVENT_TYPES,
  type StoredEvent,
  spendScanWindow,
  type TimeWindow,
  type Usd,
} from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import type { PositionedRow } from "./event-reader.ts";
import { TRACE_QUERIES } from "./trace-queries.ts";

const HOUR_US = 3_600_000_000;

/** Exact spend of one root, or of all (CONTRACTS 9.4). */
export function readCuratorSpend(database: SqliteDatabase, rootKey: string | null, window: TimeWindow): Usd {
  return foldSpend(readSpendEvents(database, window), rootKey, window);
}

/** The events a summary is folded from, of the whole hours around a window, so that the windows of one hour share them. */
export interface CuratorEvents {
  readonly events: readonly StoredEvent[];
  /** When the rows that cannot be read were written. */
  readonly brokenAtUs: readonly number[];
}

/** The trace's part of `GET /analytics/curator` (CONTRACTS 12). */
export function summarizeEvents(
  { events, brokenAtUs }: CuratorEvents,
  rootKey: string | null,
  window: TimeWindow,
): CuratorSummary {
  const broken = brokenAtUs.filter((atUs) => isInWindow(atUs, window)).length;
  return foldCuratorSummary(events, rootKey, window, broken);
}

/** The same per UTC day. */
export function summarizeDays(
  { events }: CuratorEvents,
  rootKey: string | null,
  window: TimeWindow,
): readonly CuratorDay[] {
  return foldCuratorDays(events, rootKey, window);
}

/** The whole hours around a window. */
export function hoursAround({ fromUs, untilUs }: TimeWindow): TimeWindow {
  return { fromUs: Math.floor(fromUs / HOUR_US) * HOUR_US, untilUs: Math.ceil(untilUs / HOUR_US) * HOUR_US };
}

/** Everything that the summary of a window within this one is folded from. */
export function readCuratorEvents(database: SqliteDatabase, window: TimeWindow): CuratorEvents {
  return readEvents(database, CURATOR_SUMMARY_EVENT_TYPES, spendScanWindow(window));
}

/** The events that tell what was spent in a window. */
export function readSpendEvents(database: SqliteDatabase, window: TimeWindow): readonly StoredEvent[] {
  return readAround(database, SPEND_EVENT_TYPES, window).events;
}

/** The events around a window, and how many rows inside it are none. */
export function readAround(
  database: SqliteDatabase,
  types: readonly string[],
  window: TimeWindow,
): EventBatch {
  const { events, brokenAtUs } = readEvents(database, types, spendScanWindow(window));
  return { events, broken: brokenAtUs.filter((atUs) => isInWindow(atUs, window)).length };
}

function readEvents(database: SqliteDatabase, types: readonly string[], window: TimeWindow): CuratorEvents {
  const events: StoredEvent[] = [];
  const brokenAtUs: number[] = [];
  const statement = database.prepare<PositionedRow>(TRACE_QUERIES.eventsOfType);
  for (const type of types) {
    for (const row of statement.iterate(type, window.fromUs, window.untilUs)) {
      const event = decodeEventRow(row);
      if (event === null) brokenAtUs.push(Number(row.timestamp_us));
      else events.push({ position: row.position, event });
    }
  }
  return { events, brokenAtUs };
}
