/** What a trace database is made of; loads nothing, for a hook that has no time. */

/** The version this program writes; a larger one is only read. */
export const SCHEMA_VERSION = 1;

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
