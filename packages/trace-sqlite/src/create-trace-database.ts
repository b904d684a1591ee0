import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { TraceError } from "@metis-curate/core";
import { immediateTransaction, openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { TRACE_DDL } from "./schema.ts";
import { translatingErrors } from "./trace-error.ts";

const MEMORY = ":memory:";

/** Default wait for another program's lock. */
export const TRACE_TIMEOUT_MS = 10_000;

/**
 * Makes an empty trace database at a path, with its directory; a trace that is there already stays as it is,
 * also when several processes make it at once. Throws `TraceError`: `not-a-trace` when the file holds
 * something else.
 */
export function createTraceDatabase(path: string, timeoutMs: number = TRACE_TIMEOUT_MS): void {
  translatingErrors(path, () => {
    if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true });
    const database = openDatabase(path, { mode: "read-write", create: true, timeoutMs, synchronous: "full" });
    try {
      createTraceSchema(database);
    } finally {
      database.close();
    }
  });
}

/** Lays the schema into an empty database. Throws `TraceError` or the driver's error. */
export function createTraceSchema(database: SqliteDatabase): void {
  const tableNames = database.prepare<{ readonly name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  );
  immediateTransaction(database, () => {
    const tables = tableNames.all().map(({ name }) => name);
    if (tables.includes("events")) return;
    if (tables.length > 0) {
      throw new TraceError(
        "not-a-trace",
        `${database.path} holds other tables (${tables.slice(0, 3).join(", ")})`,
      );
    }
    database.exec(TRACE_DDL);
  });
}
