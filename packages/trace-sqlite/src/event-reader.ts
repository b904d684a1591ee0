import {
  decodeEventRow,
  decodeLoadRow,
  decodeTimestampUs,
  type EventBatch,
  type LoadBatch,
  type LoadEvent,
  type StoredEvent,
  type TimeWindow,
  type TraceInfo,
  type UntrustedEventRow,
} from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import { TRACE_QUERIES } from "./trace-queries.ts";

/** Events per batch of a scan. */
export const SCAN_BATCH_SIZE = 2_000;

/** The type of what `scanLoads` reads. */
export const LOAD_TYPE = "skill.loaded";

export type PositionedRow = UntrustedEventRow & { readonly position: number };

export type TraceMarks = Pick<TraceInfo, "newestEventId" | "oldestTimestampUs" | "sweptAtUs">;

/** Whether the store has an event. */
export function hasEvent(database: SqliteDatabase, eventId: string): boolean {
  return database.prepare(TRACE_QUERIES.has).get(eventId) !== undefined;
}

/** Rows of some types, by the index alone. */
export function countEvents(database: SqliteDatabase, types: readonly string[]): number {
  const counted = database.prepare<{ readonly count: number }>(TRACE_QUERIES.countOfTypes);
  return counted.get(JSON.stringify(types))?.count ?? 0;
}

/** The ends of the trace, each by one index seek. */
export function readTraceMarks(database: SqliteDatabase): TraceMarks {
  const newest = database.prepare<{ readonly id: unknown }>(TRACE_QUERIES.newestId).get()?.id;
  return {
    newestEventId: typeof newest === "string" ? newest : null,
    oldestTimestampUs: readTimestampUs(database, TRACE_QUERIES.oldestTimestamp),
    sweptAtUs: readTimestampUs(database, TRACE_QUERIES.lastSweep),
  };
}

/**
 * The events of some types by order of insertion, `SCAN_BATCH_SIZE` rows at a time. Only positions (eight
 * bytes each) are held for the whole scan; they are read at its start, so later events are not part of it.
 */
export function* scanEvents(
  database: SqliteDatabase,
  types: readonly string[],
  window?: TimeWindow,
): Generator<EventBatch> {
  const readBatch = eventReader(database);
  for (const positions of batchesOf(readPositions(database, types, window))) yield readBatch(positions);
}

/** `SCAN_BATCH_SIZE` positions at a time. */
export function* batchesOf(positions: Float64Array): Generator<Float64Array> {
  for (let start = 0; start < positions.length; start += SCAN_BATCH_SIZE) {
    yield positions.subarray(start, start + SCAN_BATCH_SIZE);
  }
}

/** The loads by index, `SCAN_BATCH_SIZE` rows at a time; else as `scanEvents`. */
export function* scanLoads(database: SqliteDatabase): Generator<LoadBatch> {
  const readBatch = loadReader(database);
  for (const positions of batchesOf(readPositions(database, [LOAD_TYPE]))) yield readBatch(positions);
}

/** Reads the loads at some positions. */
export function loadReader(database: SqliteDatabase): (positions: Float64Array) => LoadBatch {
  const statement = database.prepare<UntrustedEventRow>(TRACE_QUERIES.loadsAtPositions);
  return (positions) => {
    const rows = statement.all(JSON.stringify([...positions]));
    const loads: LoadEvent[] = [];
    for (const row of rows) {
      const load = decodeLoadRow(row);
      if (load !== null) loads.push(load);
    }
    return { loads, broken: rows.length - loads.length };
  };
}

/** Reads the events at some positions. */
export function eventReader(database: SqliteDatabase): (positions: Float64Array) => EventBatch {
  const rows = database.prepare<PositionedRow>(TRACE_QUERIES.rowsAtPositions);
  return (positions) => decodeBatch(rows.all(JSON.stringify([...positions])));
}

/** The readable rows as events, and the number of the others. */
export function decodeBatch(rows: readonly PositionedRow[]): EventBatch {
  const events: StoredEvent[] = [];
  for (const row of rows) {
    const event = decodeEventRow(row);
    if (event !== null) events.push({ position: row.position, event });
  }
  return { events, broken: rows.length - events.length };
}

/** Where the events of some types are, in order of insertion. */
export function readPositions(
  database: SqliteDatabase,
  types: readonly string[],
  window?: TimeWindow,
): Float64Array {
  const query = window === undefined ? TRACE_QUERIES.positionsOfType : TRACE_QUERIES.positionsOfTypeInWindow;
  const bounds = window === undefined ? [] : [window.fromUs, window.untilUs];
  const statement = database.prepare<{ readonly position: number }>(query);
  const positions: number[] = [];
  for (const type of new Set(types)) {
    for (const { position } of statement.iterate(type, ...bounds)) positions.push(position);
  }
  return Float64Array.from(positions).sort();
}

function readTimestampUs(database: SqliteDatabase, query: string): number | null {
  return decodeTimestampUs(database.prepare<{ readonly timestamp_us: unknown }>(query).get()?.timestamp_us);
}
