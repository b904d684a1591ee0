import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { TraceError } from "@metis-curate/core";
import { classifySqliteError, openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { createTraceDatabase, createTraceSchema } from "./create-trace-database.ts";
import { EVENT_COLUMNS, SCHEMA_VERSION } from "./schema.ts";

export interface TraceConnection {
  readonly database: SqliteDatabase;
  readonly schemaVersion: number;
  readonly sessionsReadable: boolean;
  /** Why nothing can be written, or null. */
  readonly readOnlyReason: string | null;
}

export interface OpenTraceOptions {
  readonly timeoutMs: number;
  readonly create: boolean;
}

/** Opens and checks a trace; read-only when it cannot or must not be written. Throws `TraceError` or a SQLite error. */
export function openTraceDatabase(path: string, options: OpenTraceOptions): TraceConnection {
  if (path === ":memory:") return openInMemory(options);
  if (needsCreation(path, options)) createTraceDatabase(path, options.timeoutMs);
  const reader = openDatabase(path, {
    mode: "read-only",
    timeoutMs: options.timeoutMs,
    synchronous: "normal",
  });
  try {
    const facts = inspectTrace(reader);
    const reason = findVersionObstacle(facts.schemaVersion) ?? findWriteObstacle(path);
    if (reason !== null) return { ...facts, database: reader, readOnlyReason: reason };
    const writer = openWriter(path, options.timeoutMs);
    if (typeof writer === "string") return { ...facts, database: reader, readOnlyReason: writer };
    reader.close();
    return { ...facts, database: writer, readOnlyReason: null };
  } catch (error) {
    reader.close();
    throw error;
  }
}

function openInMemory(options: OpenTraceOptions): TraceConnection {
  const database = openDatabase(":memory:", {
    mode: "read-write",
    timeoutMs: options.timeoutMs,
    synchronous: "normal",
  });
  createTraceSchema(database);
  return { ...inspectTrace(database), database, readOnlyReason: null };
}

function needsCreation(path: string, { create, timeoutMs }: OpenTraceOptions): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isDirectory()) throw new TraceError("unreadable", `trace ${path} is a directory`);
  if (file?.isFile() === false) throw new TraceError("unreadable", `trace ${path} is no regular file`);
  if (file !== undefined) return create && (file.size === 0 || hasNoTables(path, timeoutMs));
  if (create) return true;
  throw new TraceError("missing", `no trace database at ${path}`);
}

/** A rival that makes the same trace has written the file's header, but not yet its tables. */
function hasNoTables(path: string, timeoutMs: number): boolean {
  const database = openDatabase(path, { mode: "read-only", timeoutMs, synchronous: "normal" });
  try {
    return database.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() === undefined;
  } finally {
    database.close();
  }
}

/** What kind of trace a database is. Throws `TraceError` `not-a-trace` when it is none. */
export function inspectTrace(
  database: SqliteDatabase,
): Pick<TraceConnection, "schemaVersion" | "sessionsReadable"> {
  const columns = columnsOf(database, "events");
  const missing = EVENT_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length === EVENT_COLUMNS.length) {
    throw new TraceError("not-a-trace", `${database.path} has no events table`);
  }
  if (missing.length > 0) {
    throw new TraceError("not-a-trace", `the events table of ${database.path} lacks ${missing.join(", ")}`);
  }
  const version = database.prepare<{ readonly user_version: number }>("PRAGMA user_version").get();
  const sessionColumns = columnsOf(database, "sessions");
  return {
    schemaVersion: version?.user_version ?? 0,
    sessionsReadable: sessionColumns.includes("id") && sessionColumns.includes("workspace_path"),
  };
}

function columnsOf(database: SqliteDatabase, table: string): readonly string[] {
  const columns = database.prepare<{ readonly name: string }>("SELECT name FROM pragma_table_info(?)");
  return columns.all(table).map(({ name }) => name);
}

function findVersionObstacle(schemaVersion: number): string | null {
  if (schemaVersion <= SCHEMA_VERSION) return null;
  return `its schema version ${schemaVersion} is newer than ${SCHEMA_VERSION}; update this program to write to it`;
}

/** SQLite opens a file it may not write without a word; its journal needs the directory too. */
function findWriteObstacle(path: string): string | null {
  if (!isWritable(path)) return "the file may not be written";
  if (!isWritable(dirname(path))) return `the directory ${dirname(path)} may not be written`;
  return null;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The connection, or why the database cannot be opened for writing though it can be read. */
function openWriter(path: string, timeoutMs: number): SqliteDatabase | string {
  try {
    return openDatabase(path, { mode: "read-write", timeoutMs, synchronous: "normal" });
  } catch (error) {
    const kind = classifySqliteError(error);
    if ((kind === "read-only" || kind === "cannot-open") && error instanceof Error) return error.message;
    throw error;
  }
}
