import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export { SCHEMA_VERSION, TRACE_DDL } from "./trace-ddl.ts";

/** The `events` table as queries see it; a test holds it equal to `TRACE_DDL` (CONTRACTS 4.1). */
export const eventsTable = sqliteTable(
  "events",
  {
    id: text("id").primaryKey(),
    timestampUs: integer("timestamp_us").notNull(),
    sessionId: text("session_id").notNull(),
    turnId: text("turn_id"),
    parentEventId: text("parent_event_id"),
    type: text("type").notNull(),
    actor: text("actor").notNull(),
    sensitivity: text("sensitivity").notNull(),
    payloadJson: text("payload_json").notNull(),
  },
  (table) => [
    index("idx_events_session_id").on(table.sessionId, table.id),
    index("idx_events_type_timestamp").on(table.type, table.timestampUs),
    index("idx_events_turn").on(table.turnId),
    index("idx_events_turn_id_id").on(table.turnId, table.id),
    index("idx_events_parent").on(table.parentEventId),
    index("idx_events_timestamp_us").on(table.timestampUs),
  ],
);

/** The columns every trace has; a table without them is something else. */
export const EVENT_COLUMNS = [
  "id",
  "timestamp_us",
  "session_id",
  "turn_id",
  "parent_event_id",
  "type",
  "actor",
  "sensitivity",
  "payload_json",
] as const;
