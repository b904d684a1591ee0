import { EVENT_COLUMNS } from "./schema.ts";

const COLUMNS = EVENT_COLUMNS.join(", ");

/** True of a row whose columns that no load is read for can be read. */
const IS_WHOLE =
  "typeof(actor) = 'text' AND typeof(sensitivity) = 'text' AND (turn_id IS NULL OR typeof(turn_id) = 'text') AND (parent_event_id IS NULL OR typeof(parent_event_id) = 'text')";

/**
 * Every query on `events`. A test asserts the plan of each: one of the indexes of CONTRACTS 4.1 or the
 * primary key, never a walk over the table. A unary plus keeps the planner away from the wrong index.
 */
export const TRACE_QUERIES = {
  insert: `INSERT OR IGNORE INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  has: "SELECT 1 AS found FROM events WHERE id = ?",
  newestId: "SELECT id FROM events ORDER BY rowid DESC LIMIT 1",
  oldestTimestamp: "SELECT timestamp_us FROM events WHERE timestamp_us >= 0 ORDER BY timestamp_us LIMIT 1",
  lastSweep:
    "SELECT timestamp_us FROM events WHERE type = 'trace.swept' AND timestamp_us >= 0 AND +typeof(timestamp_us) = 'integer' ORDER BY timestamp_us DESC LIMIT 1",
  countOfTypes: "SELECT count(*) AS count FROM events WHERE type IN (SELECT value FROM json_each(?))",
  positionsOfType: "SELECT rowid AS position FROM events WHERE type = ?",
  positionsOfTypeInWindow:
    "SELECT rowid AS position FROM events WHERE type = ? AND timestamp_us >= ? AND timestamp_us < ?",
  eventsOfType: `SELECT rowid AS position, ${COLUMNS} FROM events WHERE type = ? AND timestamp_us >= ? AND timestamp_us < ?`,
  nextCalls:
    "SELECT timestamp_us FROM events WHERE type = 'llm.call_completed' AND timestamp_us >= ? AND timestamp_us < ? ORDER BY timestamp_us LIMIT 1 OFFSET ?",
  eventsOfRuns: `SELECT rowid AS position, ${COLUMNS} FROM events WHERE type = ? AND timestamp_us >= ? AND timestamp_us < ? AND CASE WHEN json_valid(payload_json) THEN json_extract(payload_json, '$.curator_run_id') END IN (SELECT value FROM json_each(?))`,
  rowsAtPositions: `SELECT rowid AS position, ${COLUMNS} FROM events WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
  loadsAtPositions: `SELECT id, timestamp_us, session_id, CASE WHEN ${IS_WHOLE} THEN payload_json END AS payload_json FROM events WHERE rowid IN (SELECT value FROM json_each(?))`,
  rowsAfter: `SELECT rowid AS position, ${COLUMNS} FROM events WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  anySessionCreated: "SELECT 1 AS found FROM events WHERE type = 'session.created' LIMIT 1",
  sessionCreated: `SELECT wanted.value AS session_id, (SELECT payload_json FROM events WHERE session_id = wanted.value AND +type = 'session.created' ORDER BY id LIMIT 1) AS payload_json FROM json_each(?) AS wanted`,
  toolEventsOfSessions: `SELECT events.rowid AS position, ${columnsOf("events")} FROM json_each(?) AS wanted CROSS JOIN events WHERE events.session_id = wanted.value AND +events.type IN ('tool.called', 'tool.completed', 'tool.failed')`,
} as const;

/** Not on `events`: the table Metis keeps, which need not exist. */
export const SESSION_PATHS_QUERY =
  "SELECT sessions.id AS session_id, sessions.workspace_path AS workspace_path FROM json_each(?) AS wanted CROSS JOIN sessions WHERE sessions.id = wanted.value";

function columnsOf(table: string): string {
  return EVENT_COLUMNS.map((column) => `${table}.${column}`).join(", ");
}
