import { closeSync, openSync, readSync, statSync } from "node:fs";
import { TraceError } from "@metis-curate/core";
import { openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { inspectTrace, type TraceConnection } from "./open-trace-database.ts";

/** Answers that may be spoiled by a writer before one is an error. */
const ATTEMPTS_MAX = 5;
/** Where the file format of SQLite says whether a database has a write-ahead log, and how. */
const READ_VERSION_OFFSET = 19;
const READ_VERSION_WAL = 2;

export interface ReadingConnection {
  /** Runs a question on a connection that leaves no trace of itself. Throws `TraceError` or a SQLite error. */
  read<T>(work: (connection: TraceConnection) => T): T;
  close(): void;
}

interface Held {
  readonly connection: TraceConnection;
  /** Null for a connection that locks like any other. */
  readonly mark: string | null;
}

/**
 * Reads a database that others may write, without leaving a file beside it. A reader of a write-ahead log makes
 * `-wal` and `-shm` and cannot remove them; so while there is no log the file is read as it stands, and the
 * answer is taken only if nobody touched it meanwhile. With a log it is read like any other, for one question.
 */
export function readingConnection(path: string, timeoutMs: number): ReadingConnection {
  let held: Held | null = null;
  const drop = (): void => {
    held?.connection.database.close();
    held = null;
  };
  const attempt = <T>(work: (connection: TraceConnection) => T): { readonly value: T } | null => {
    const mark = quietMark(path);
    if (held !== null && held.mark !== mark) drop();
    held ??= { connection: open(path, timeoutMs, mark !== null), mark };
    try {
      const value = work(held.connection);
      return mark === null || mark === quietMark(path) ? { value } : null;
    } catch (error) {
      // A file that changed underneath can look like anything.
      if (mark === null || mark === quietMark(path)) throw error;
      return null;
    } finally {
      if (mark === null || mark !== quietMark(path)) drop();
    }
  };
  return {
    read: (work) => {
      for (let tries = 0; tries < ATTEMPTS_MAX; tries += 1) {
        const answer = attempt(work);
        if (answer !== null) return answer.value;
      }
      throw new TraceError("locked", `trace ${path} is written without a pause; try again`);
    },
    close: drop,
  };
}

/** What identifies a database whose write-ahead log is empty or not there; null for any other. */
function quietMark(path: string): string | null {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if ((log !== undefined && log.size > 0) || !hasWalFormat(path)) return null;
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  return [ino, size, mtimeMs, ctimeMs].join(" ");
}

function hasWalFormat(path: string): boolean {
  const byte = new Uint8Array(1);
  const file = openSync(path, "r");
  try {
    readSync(file, byte, 0, 1, READ_VERSION_OFFSET);
  } finally {
    closeSync(file);
  }
  return byte[0] === READ_VERSION_WAL;
}

function open(path: string, timeoutMs: number, immutable: boolean): TraceConnection {
  const database: SqliteDatabase = openDatabase(path, {
    mode: "read-only",
    timeoutMs,
    synchronous: "normal",
    immutable,
  });
  try {
    return { ...inspectTrace(database), database, readOnlyReason: "it is only read here" };
  } catch (error) {
    database.close();
    throw error;
  }
}
