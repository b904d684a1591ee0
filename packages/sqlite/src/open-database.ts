import { statSync } from "node:fs";
import { openConnection } from "./drivers/open-connection.ts";
import { freeLog } from "./free-log.ts";
import type { SqliteConnection, SqliteDatabase } from "./sqlite-database.ts";
import { classifySqliteError, SqliteError, toSqliteError } from "./sqlite-error.ts";

export interface OpenOptions {
  readonly mode: "read-write" | "read-only";
  /** Creates a missing file; only for `read-write`. Default false. */
  readonly create?: boolean;
  /**
   * Only for `read-only`: leaves no file beside the database, and takes no lock. True only while nobody writes: what
   * is read meanwhile may be torn, so the caller looks afterwards whether the file changed.
   */
  readonly immutable?: boolean;
  /** How long a statement waits for another connection's lock. */
  readonly timeoutMs: number;
  /** `full` survives power loss at every commit; `normal` survives the process. */
  readonly synchronous: "normal" | "full";
  /** SQLite's name of the VFS, for file systems that need another than the default. */
  readonly vfs?: string;
}

const MEMORY = ":memory:";
const BUSY_PAUSE_MS = 5;

/**
 * Opens a database file with foreign keys off, a busy timeout and, for writing, the write-ahead log. On a
 * file system without WAL it falls back to a rollback journal; `journalMode` tells. A read-only file in a
 * directory that takes no new files is opened as immutable when it has no log. Throws `SqliteError`.
 */
export function openDatabase(path: string, options: OpenOptions): SqliteDatabase {
  try {
    return options.mode === "read-only" ? openReadOnly(path, options) : openReadWrite(path, options);
  } catch (error) {
    throw toSqliteError(`cannot open ${path}`, error);
  }
}

function openReadWrite(path: string, options: OpenOptions): SqliteDatabase {
  freeLog(path);
  const { create = false, vfs } = options;
  const connection = openConnection({ path, readOnly: false, create, immutable: false, vfs });
  return closingOnFailure(connection, () => {
    configure(connection, options);
    return withJournalMode(connection, chooseJournal(connection, options.timeoutMs));
  });
}

function openReadOnly(path: string, options: OpenOptions): SqliteDatabase {
  if (options.immutable === true) return openReadOnlyAs(path, options, true);
  try {
    return openReadOnlyAs(path, options, false);
  } catch (error) {
    const kind = classifySqliteError(error);
    const maybeImmutable = kind === "cannot-open" || kind === "read-only";
    if (!maybeImmutable || hasContent(`${path}-wal`)) throw error;
    return openReadOnlyAs(path, options, true);
  }
}

function openReadOnlyAs(path: string, options: OpenOptions, immutable: boolean): SqliteDatabase {
  const connection = openConnection({ path, readOnly: true, create: false, immutable, vfs: options.vfs });
  return closingOnFailure(connection, () => {
    configure(connection, options);
    // The file is opened by the first read, not before.
    connection.prepare("SELECT count(*) FROM sqlite_master").get();
    return withJournalMode(connection, readJournalMode(connection));
  });
}

function configure(connection: SqliteConnection, options: OpenOptions): void {
  if (!Number.isInteger(options.timeoutMs) || options.timeoutMs < 0) {
    throw new SqliteError("other", `timeoutMs must be a whole number ≥ 0, not ${options.timeoutMs}`);
  }
  connection.exec(`PRAGMA busy_timeout = ${options.timeoutMs}`);
  connection.exec("PRAGMA foreign_keys = OFF");
  connection.exec(`PRAGMA synchronous = ${options.synchronous}`);
}

/** Asks for WAL and proves that it works; else a rollback journal. */
function chooseJournal(connection: SqliteConnection, timeoutMs: number): string {
  if (connection.path === MEMORY) return readJournalMode(connection);
  try {
    const mode = waitingWhileBusy(timeoutMs, () => setJournalMode(connection, "WAL"));
    connection.prepare("SELECT count(*) FROM sqlite_master").get();
    return mode;
  } catch (error) {
    // Some network file systems accept the mode and then cannot share its memory.
    if (classifySqliteError(error) !== "io") throw error;
    return setJournalMode(connection, "DELETE");
  }
}

/** SQLite does not wait by itself when two connections switch a new file to WAL at once: it says busy at once. */
function waitingWhileBusy<T>(timeoutMs: number, work: () => T): T {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (classifySqliteError(error) !== "busy" || performance.now() >= endMs) throw error;
      pause(BUSY_PAUSE_MS);
    }
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function setJournalMode(connection: SqliteConnection, mode: "WAL" | "DELETE"): string {
  return journalModeOf(connection.prepare(`PRAGMA journal_mode = ${mode}`).get());
}

function readJournalMode(connection: SqliteConnection): string {
  return journalModeOf(connection.prepare("PRAGMA journal_mode").get());
}

function journalModeOf(row: Readonly<Record<string, unknown>> | undefined): string {
  const mode = row?.["journal_mode"];
  return typeof mode === "string" ? mode : "unknown";
}

function withJournalMode(connection: SqliteConnection, journalMode: string): SqliteDatabase {
  // Not a spread: `inTransaction` is a getter.
  return Object.defineProperty(connection, "journalMode", { value: journalMode }) as SqliteDatabase;
}

function closingOnFailure<T>(connection: SqliteConnection, work: () => T): T {
  try {
    return work();
  } catch (error) {
    connection.close();
    throw error;
  }
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
