import { setTimeout as delay } from "node:timers/promises";
import { openBunConnection } from "./drivers/bun-driver.ts";
import type { SqliteConnection } from "./sqlite-database.ts";
import { classifySqliteError, toSqliteError } from "./sqlite-error.ts";

export interface DatabaseLock {
  /** Frees it; harmless when repeated. */
  release(): void;
}

/** Pause between two attempts. */
const POLL_MS = 20;

/** A connection that nothing refers to is collected, and its lock with it. */
const held = new Set<SqliteConnection>();

/**
 * Takes an exclusive lock, waiting up to `waitMs`, or returns null when someone held it all that time. The
 * lock is an open transaction on the database file `path` (created when missing, never written), so the
 * kernel frees it when the process dies. Throws `SqliteError` when the file cannot be opened or locked.
 */
export async function acquireDatabaseLock(path: string, waitMs: number): Promise<DatabaseLock | null> {
  const connection = open(path);
  try {
    const deadlineMs = performance.now() + waitMs;
    while (!tryBegin(connection)) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) {
        connection.close();
        return null;
      }
      await delay(Math.min(POLL_MS, leftMs));
    }
  } catch (error) {
    connection.close();
    throw toSqliteError(`cannot lock ${path}`, error);
  }
  return hold(connection);
}

function open(path: string): SqliteConnection {
  try {
    const connection = openBunConnection(path, { path, readOnly: false, create: true, uri: false });
    connection.exec("PRAGMA busy_timeout = 0");
    return connection;
  } catch (error) {
    throw toSqliteError(`cannot lock ${path}`, error);
  }
}

function tryBegin(connection: SqliteConnection): boolean {
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (classifySqliteError(error) === "busy") return false;
    throw error;
  }
}

function hold(connection: SqliteConnection): DatabaseLock {
  held.add(connection);
  return {
    release: () => {
      if (!held.delete(connection)) return;
      if (connection.inTransaction) connection.exec("ROLLBACK");
      connection.close();
    },
  };
}
