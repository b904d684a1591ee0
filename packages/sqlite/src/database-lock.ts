import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { openConnection } from "./drivers/open-connection.ts";
import type { SqliteConnection } from "./sqlite-database.ts";
import { classifySqliteError, toSqliteError } from "./sqlite-error.ts";

export interface DatabaseLock {
  /** False once the file was removed or replaced: whoever comes next locks another one. */
  isIntact(): boolean;
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
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const connection = open(path);
    const file = identityOf(path);
    if (!(await begun(connection, path, deadlineMs))) return null;
    if (file !== null && identityOf(path) === file) return hold(connection, path, file);
    // Removed while it was waited for: others would lock a new file beside this one.
    connection.close();
  }
}

/** False when somebody else held it until the deadline; the connection is closed then, and on an error. */
async function begun(connection: SqliteConnection, path: string, deadlineMs: number): Promise<boolean> {
  try {
    while (!tryBegin(connection)) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) {
        connection.close();
        return false;
      }
      await delay(Math.min(POLL_MS, leftMs));
    }
    return true;
  } catch (error) {
    connection.close();
    throw toSqliteError(`cannot lock ${path}`, error);
  }
}

/** Device and inode of a file; null when nothing has the name. A file held open keeps its inode to itself. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

function open(path: string): SqliteConnection {
  try {
    const connection = openConnection({ path, readOnly: false, create: true, immutable: false });
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

function hold(connection: SqliteConnection, path: string, file: string): DatabaseLock {
  held.add(connection);
  return {
    isIntact: () => identityOf(path) === file,
    release: () => {
      if (!held.delete(connection)) return;
      if (connection.inTransaction) connection.exec("ROLLBACK");
      connection.close();
    },
  };
}
