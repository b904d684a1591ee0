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
import type { SqliteDatabase, SqlValue } from "@metis-curate/sqlite";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/sqlite-core";
import type { PositionedRow } from "./event-reader.ts";
import { eventsTable } from "./schema.ts";

/** Exact spend of one root, or of all (CONTRACTS 9.4). */
export function readCuratorSpend(database: SqliteDatabase, rootKey: string | null, window: TimeWindow): Usd {
  return foldSpend(readSpendEvents(database, window), rootKey, window);
}

/** The trace's part of `GET /analytics/curator` (CONTRACTS 12). */
export function readCuratorSummary(
  database: SqliteDatabase,
  rootKey: string | null,
  window: TimeWindow,
): CuratorSummary {
  const { events, broken } = readAround(database, CURATOR_SUMMARY_EVENT_TYPES, window);
  return foldCuratorSummary(events, rootKey, window, broken);
}

/** The same per UTC day. */
export function readCuratorDays(
  database: SqliteDatabase,
  rootKey: string | null,
  window: TimeWindow,
): readonly CuratorDay[] {
  return foldCuratorDays(readAround(database, CURATOR_SUMMARY_EVENT_TYPES, window).events, rootKey, window);
}

/** The events that tell what was spent in a window. */
export function readSpendEvents(database: SqliteDatabase, window: TimeWindow): readonly StoredEvent[] {
  return readAround(database, SPEND_EVENT_TYPES, window).events;
}

/** Events of one type inside a window, as SQL and its values. */
export function eventsOfTypeQuery(
  type: string,
  window: TimeWindow,
): { sql: string; params: readonly SqlValue[] } {
  const { timestampUs } = eventsTable;
  const query = new QueryBuilder()
    .select({
      position: sql<number>`rowid`.as("position"),
      id: eventsTable.id,
      timestamp_us: timestampUs,
      session_id: eventsTable.sessionId,
      turn_id: eventsTable.turnId,
      parent_event_id: eventsTable.parentEventId,
      type: eventsTable.type,
      actor: eventsTable.actor,
      sensitivity: eventsTable.sensitivity,
      payload_json: eventsTable.payloadJson,
    })
    .from(eventsTable)
    .where(and(eq(eventsTable.type, type), gte(timestampUs, window.fromUs), lt(timestampUs, window.untilUs)))
    .toSQL();
  return { sql: query.sql, params: query.params as SqlValue[] };
}

/** The events around a window, and how many rows inside it are none. */
export function readAround(
  database: SqliteDatabase,
  types: readonly string[],
  window: TimeWindow,
): EventBatch {
  const events: StoredEvent[] = [];
  let broken = 0;
  for (const type of types) {
    const query = eventsOfTypeQuery(type, spendScanWindow(window));
    for (const row of database.prepare<PositionedRow>(query.sql).iterate(...query.params)) {
      const event = decodeEventRow(row);
      if (event !== null) events.push({ position: row.position, event });
      else if (isInWindow(Number(row.timestamp_us), window)) broken += 1;
    }
  }
  return { events, broken };
}
