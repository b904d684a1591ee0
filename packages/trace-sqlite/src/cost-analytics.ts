import {
  type CostQuery,
  type CostReport,
  decodeEventRow,
  foldCost,
  type StoredEvent,
} from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import { readSpendEvents } from "./curator-analytics.ts";
import type { PositionedRow } from "./event-reader.ts";
import { TRACE_QUERIES } from "./trace-queries.ts";

/** What calls cost (CONTRACTS 12). */
export function readCost(database: SqliteDatabase, query: CostQuery): CostReport {
  const { fromUs, untilUs } = query.window;
  const events: StoredEvent[] = [];
  let broken = 0;
  const rows = database.prepare<PositionedRow>(TRACE_QUERIES.eventsOfType);
  for (const row of rows.iterate("llm.call_completed", fromUs, untilUs)) {
    const event = decodeEventRow(row);
    if (event === null) broken += 1;
    else events.push({ position: row.position, event });
  }
  const curator = query.includeCurator ? readSpendEvents(database, query.window) : [];
  return foldCost(events, curator, query, broken);
}
