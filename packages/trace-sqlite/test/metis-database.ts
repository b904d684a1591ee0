import { Database } from "bun:sqlite";

/** What Metis makes, by plain SQL (CONTRACTS 4.1), independent of this package's own schema. */
export const METIS_EVENTS_SQL = `
  CREATE TABLE events(id TEXT PRIMARY KEY, timestamp_us INTEGER NOT NULL, session_id TEXT NOT NULL,
    turn_id TEXT, parent_event_id TEXT, type TEXT NOT NULL, actor TEXT NOT NULL, sensitivity TEXT NOT NULL,
    payload_json TEXT NOT NULL, FOREIGN KEY(session_id) REFERENCES sessions(id));
  CREATE INDEX idx_events_session_id ON events(session_id,id);
  CREATE INDEX idx_events_type_timestamp ON events(type,timestamp_us);
  CREATE INDEX idx_events_turn ON events(turn_id);
  CREATE INDEX idx_events_turn_id_id ON events(turn_id,id);
  CREATE INDEX idx_events_parent ON events(parent_event_id);
  CREATE INDEX idx_events_timestamp_us ON events(timestamp_us);
  PRAGMA user_version = 1;`;

export const METIS_SESSIONS_SQL =
  "CREATE TABLE sessions(id TEXT PRIMARY KEY, workspace_path TEXT NOT NULL, started_at INTEGER);";

/** Makes a database from SQL and returns the open connection: the other program's. */
export function makeMetisDatabase(path: string, sql: string): Database {
  const database = new Database(path, { create: true, readwrite: true });
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(sql);
  return database;
}

/** Inserts a row as it is, broken or not. */
export function insertRaw(database: Database, row: Readonly<Record<string, string | number | null>>): void {
  const full = {
    id: "id",
    timestamp_us: 1,
    session_id: "s",
    turn_id: null,
    parent_event_id: null,
    type: "skill.loaded",
    actor: "agent",
    sensitivity: "pseudonymous",
    payload_json: "{}",
    ...row,
  };
  const names = Object.keys(full);
  const marks = names.map(() => "?").join(", ");
  database.query(`INSERT INTO events (${names.join(", ")}) VALUES (${marks})`).run(...Object.values(full));
}
