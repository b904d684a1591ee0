import {
  CURATOR_SUMMARY_EVENT_TYPES,
  type CuratorSummary,
  foldCuratorSummary,
  foldSpend,
  SPEND_EVENT_TYPES,
  type StoredEvent,
  spendScanWindow,
  type TimeWindow,
  type Usd,
} from "@metis-curate/core";
import type { SqliteDatabase, SqlValue } from "@metis-curate/sqlite";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/sqlite-core";
import { decodeBatch, type PositionedRow } from "./event-reader.ts";
import { eventsTable } from "./schema.ts";

/** Exact spend of one root, or of all (CONTRACTS 9.4). */
export function readCuratorSpend(database: SqliteDatabase, rootKey: string | null, window: TimeWindow): Usd {
  return foldSpend(readAround(database, SPEND_EVENT_TYPES, window), rootKey, window);
}

/** The trace's part of `GET /analytics/curator` (CONTRACTS 12). */
export function readCuratorSummary(
  database: SqliteDatabase,
  rootKey: string | null,
  window: TimeWindow,
): CuratorSummary {
  return foldCuratorSummary(readAround(database, CURATOR_SUMMARY_EVENT_TYPES, window), rootKey, window);
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

function readAround(
  database: SqliteDatabase,
  types: readonly string[],
  window: TimeWindow,
): readonly StoredEvent[] {
  const around = spendScanWindow(window);
  return types.flatMap((type) => {
    const query = eventsOfTypeQuery(type, around);
    return decodeBatch(database.prepare<PositionedRow>(query.sql).all(...query.params)).events;
  });
}
