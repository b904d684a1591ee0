import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The version this program writes; a larger one is only read. */
export const SCHEMA_VERSION = 1;

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

/**
 * What a new trace database is made of, as Metis makes it. The foreign key names a table that Metis owns
 * and that need not exist: enforcement is off on every connection (CONTRACTS 4.1).
 */
export const TRACE_DDL = `
CREATE TABLE events (
  id TEXT PRIMARY KEY,
  timestamp_us INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  turn_id TEXT,
  parent_event_id TEXT,
  type TEXT NOT NULL,
  actor TEXT NOT NULL,
  sensitivity TEXT NOT NULL,
  payload_json TEXT NOT NULL,
  FOREIGN KEY(session_id) REFERENCES sessions(id)
);
CREATE INDEX idx_events_session_id ON events(session_id, id);
CREATE INDEX idx_events_type_timestamp ON events(type, timestamp_us);
CREATE INDEX idx_events_turn ON events(turn_id);
CREATE INDEX idx_events_turn_id_id ON events(turn_id, id);
CREATE INDEX idx_events_parent ON events(parent_event_id);
CREATE INDEX idx_events_timestamp_us ON events(timestamp_us);
PRAGMA user_version = ${SCHEMA_VERSION};
`;

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
