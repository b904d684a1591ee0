import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { EventEnvelope, Payload } from "@metis-curate/core";
import {
  type KnownSession,
  type LoadOfSession,
  loadOf,
  ORIGIN_TYPES,
  type RuntimeName,
  rememberSession,
  SESSION_MEMORY_TYPES,
  type SessionRow,
} from "@metis-curate/runtimes/hook";
import { immediateTransaction, openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { SCHEMA_VERSION, TRACE_DDL } from "@metis-curate/trace-sqlite/ddl";

/** An agent waits for its hook: what another program holds longer goes into the spool. */
export const HOOK_BUSY_MS = 60;
/** Rows of a session that are looked at from its end, and from its start. A long session has tens of thousands. */
const LAST_ROWS = 200;
const FIRST_ROWS = 4;

const INSERT =
  "INSERT OR IGNORE INTO events (id, timestamp_us, session_id, turn_id, parent_event_id, type, actor, sensitivity, payload_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
const TYPES = SESSION_MEMORY_TYPES.map((type) => `'${type}'`).join(", ");
const COLUMNS = "id, type, timestamp_us, payload_json";
/** Its start, its last load, and what was last of it, each found by `idx_events_session_id`. */
const SESSION_ROWS = `
  SELECT ${COLUMNS} FROM (SELECT ${COLUMNS} FROM events WHERE session_id = ?1 ORDER BY id LIMIT ${FIRST_ROWS})
  UNION SELECT ${COLUMNS} FROM (SELECT ${COLUMNS} FROM events WHERE session_id = ?1 AND +type = 'skill.loaded' ORDER BY id DESC LIMIT 1)
  UNION SELECT ${COLUMNS} FROM (SELECT ${COLUMNS} FROM events WHERE session_id = ?1 AND +type IN (${TYPES}) ORDER BY id DESC LIMIT ${LAST_ROWS})`;
const ALL_ROWS = `SELECT ${COLUMNS} FROM events WHERE session_id = ?1 AND +type IN (${TYPES})`;
const ORIGINS = ORIGIN_TYPES.map((type) => `'${type}'`).join(", ");
const LOADS = `SELECT session_id, timestamp_us, payload_json FROM events WHERE type IN (${ORIGINS}) AND CASE WHEN json_valid(payload_json) THEN payload_json ->> '$.runtime' END = ?1`;
const MARKS = "SELECT type, payload_json FROM events WHERE session_id = ?1";
const NEWEST = "SELECT max(rowid) AS newest FROM events";

/** Makes the events that are new in a session as it is known. */
export type BuildEvents = (known: KnownSession) => readonly EventEnvelope[];

/** The trace as a hook needs it. Methods throw the driver's errors. */
export interface HookTrace {
  /**
   * Appends all or none of what `build` makes of the session; of one that another hook adds to at the same time, what
   * it makes of it then. Nothing to append takes no lock.
   */
  record(sessionId: string, runtime: RuntimeName, build: BuildEvents): void;
  /** All or none; returns how many were not there yet. */
  insert(events: readonly EventEnvelope[]): number;
  /** Everything that the trace has of a session of a runtime. */
  known(sessionId: string, runtime: RuntimeName): KnownSession;
  /** A number that is another one once another program has written. */
  version(): number;
  /** All loads and writes of a runtime, in no order. */
  loads(runtime: RuntimeName): Iterable<LoadOfSession>;
  /** Type and payload of each event of a session. */
  rows(sessionId: string): readonly Pick<SessionRow, "type" | "payload_json">[];
  close(): void;
}

export interface HookTraceOptions {
  /** How long another program may hold the trace; default `HOOK_BUSY_MS`. */
  readonly busyMs?: number;
  /** Default false. Then the trace must be there, and nothing can be appended. */
  readonly readOnly?: boolean;
}

/**
 * Opens the trace, making it where there is none. Throws `SqliteError`, also for a file that is no trace of a version
 * this program writes.
 */
export function openHookTrace(
  path: string,
  { busyMs = HOOK_BUSY_MS, readOnly = false }: HookTraceOptions = {},
): HookTrace {
  const isNew = !readOnly && !hasTrace(path);
  if (isNew) mkdirSync(dirname(path), { recursive: true });
  const options = {
    mode: readOnly ? "read-only" : "read-write",
    create: isNew,
    timeoutMs: busyMs,
    synchronous: "normal",
  } as const;
  const database = openDatabase(path, options);
  try {
    if (!readOnly) ensureSchema(database);
    assertWritable(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    record: (sessionId, runtime, build) =>
      record(database, sessionId, (rows) => build(rememberSession(rows, runtime))),
    insert: (events) => immediateTransaction(database, () => insertAll(database, events)),
    known: (sessionId, runtime) =>
      rememberSession(database.prepare<SessionRow>(ALL_ROWS).all(sessionId), runtime),
    version: () =>
      database.prepare<{ readonly data_version: number }>("PRAGMA data_version").get()?.data_version ?? 0,
    loads: (runtime) => loadsOf(database, runtime),
    rows: (sessionId) => database.prepare<Pick<SessionRow, "type" | "payload_json">>(MARKS).all(sessionId),
    close: () => database.close(),
  };
}

/** Whether there is anything to read: a hook that has nothing to tell makes no database. */
export function hasTrace(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Two hooks may make the same trace at once: the file of the other one is there, and may be empty still. */
function ensureSchema(database: SqliteDatabase): void {
  if (hasTables(database)) return;
  immediateTransaction(database, () => {
    if (!hasTables(database)) database.exec(TRACE_DDL);
  });
}

function hasTables(database: SqliteDatabase): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' LIMIT 1").get() !== undefined;
}

function assertWritable(database: SqliteDatabase): void {
  const row = database.prepare<{ readonly user_version: number }>("PRAGMA user_version").get();
  if ((row?.user_version ?? 0) > SCHEMA_VERSION) throw new Error("newer-trace");
}

function* loadsOf(database: SqliteDatabase, runtime: RuntimeName): Generator<LoadOfSession> {
  for (const row of database.prepare<SessionRow & { readonly session_id: string }>(LOADS).iterate(runtime)) {
    const { session_id: sessionId, payload_json: json, timestamp_us: atUs } = row;
    yield { sessionId, load: loadOf(JSON.parse(json) as Payload, atUs) };
  }
}

function record(
  database: SqliteDatabase,
  sessionId: string,
  build: (rows: readonly SessionRow[]) => readonly EventEnvelope[],
): void {
  const rows = database.prepare<SessionRow>(SESSION_ROWS);
  const newest = database.prepare<{ readonly newest: number | null }>(NEWEST);
  const before = newest.get()?.newest;
  const events = build(rows.all(sessionId));
  if (events.length === 0) return;
  immediateTransaction(database, () => {
    const isSame = newest.get()?.newest === before;
    insertAll(database, isSame ? events : build(rows.all(sessionId)));
  });
}

function insertAll(database: SqliteDatabase, events: readonly EventEnvelope[]): number {
  const insert = database.prepare<never>(INSERT);
  let added = 0;
  for (const event of events) {
    added += insert.run(
      event.id,
      event.timestampUs,
      event.sessionId,
      event.turnId,
      event.parentEventId,
      event.type,
      event.actor,
      event.sensitivity,
      JSON.stringify(event.payload),
    );
  }
  return added;
}
