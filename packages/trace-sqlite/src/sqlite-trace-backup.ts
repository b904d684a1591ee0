import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { type EventBatch, type TraceBackup, type TraceCopy, TraceError } from "@metis-curate/core";
import { openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { TRACE_TIMEOUT_MS } from "./create-trace-database.ts";
import { decodeBatch, type PositionedRow, readTraceMarks, SCAN_BATCH_SIZE } from "./event-reader.ts";
import { inspectTrace } from "./open-trace-database.ts";
import { findWorkspaces } from "./session-reader.ts";
import { toTraceError, translatingErrors } from "./trace-error.ts";
import { TRACE_QUERIES } from "./trace-queries.ts";

export interface SqliteTraceBackupOptions {
  /** How long to wait for another program's lock. Default 10 s. */
  readonly timeoutMs?: number;
}

const DIGEST_CHUNK_BYTES = 1024 * 1024;
const PRIVATE_FILE_MODE = 0o600;
/** Files beside a database that belong to it. */
const JOURNAL_SUFFIXES = ["-wal", "-shm", "-journal"] as const;

/**
 * Returns backups of the trace database at a path. A copy is made by `VACUUM INTO`: one read transaction, so
 * that it is consistent while others write, and one file without a log.
 */
export function sqliteTraceBackup(path: string, options: SqliteTraceBackupOptions = {}): TraceBackup {
  const file = resolve(path);
  const timeoutMs = options.timeoutMs ?? TRACE_TIMEOUT_MS;
  return {
    sizeBytes: () => translatingErrors(file, () => sizeOf(file) + sizeOf(`${file}-wal`)),
    copyTo: async (target) => translatingErrors(file, () => copyNaming(file, target, timeoutMs)),
    openCopy: (copy) => translatingErrors(copy, () => openCopy(copy, timeoutMs)),
    digest: (copy) => translatingErrors(copy, () => digestOf(copy)),
    putBack: async (copy) => translatingErrors(file, () => putBack(copy, file)),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What is full is the disk of the copy, and it is to be named. */
function copyNaming(file: string, target: string, timeoutMs: number): void {
  try {
    vacuumInto(file, target, timeoutMs);
  } catch (error) {
    const copied = toTraceError(target, error);
    throw copied.kind === "no-space" ? copied : error;
  }
}

function vacuumInto(file: string, target: string, timeoutMs: number): void {
  const database = openDatabase(file, { mode: "read-only", timeoutMs, synchronous: "normal" });
  try {
    database.prepare("VACUUM INTO ?").run(target);
  } finally {
    database.close();
  }
  chmodSync(target, PRIVATE_FILE_MODE);
  // SQLite does not sync what VACUUM INTO writes.
  syncPath(target);
  syncPath(dirname(target));
}

function openCopy(path: string, timeoutMs: number): TraceCopy {
  if (!lstatSync(path).isFile()) throw new TraceError("not-a-trace", `${path} is no file`);
  const database = openDatabase(path, { mode: "read-only", timeoutMs, synchronous: "normal" });
  try {
    database.exec("PRAGMA trusted_schema = OFF");
    checkPages(database);
    refuseView(database);
    const { schemaVersion, sessionsReadable } = inspectTrace(database);
    return {
      schemaVersion,
      newestEventId: readTraceMarks(database).newestEventId,
      scanAll: () => scanAll(path, database),
      findSessionWorkspaces: async (ids) =>
        translatingErrors(path, () => findWorkspaces(database, sessionsReadable, ids)),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkPages(database: SqliteDatabase): void {
  const found = database.prepare<{ readonly quick_check: unknown }>("PRAGMA quick_check(1)").get();
  if (found?.quick_check !== "ok") {
    throw new TraceError("unreadable", `${database.path} is damaged: ${String(found?.quick_check)}`);
  }
}

/** A view by the name of the table could answer for ever. */
function refuseView(database: SqliteDatabase): void {
  const found = database
    .prepare<{ readonly type: unknown }>("SELECT type FROM sqlite_master WHERE name = 'events'")
    .get();
  if (found?.type === "table") return;
  throw new TraceError("not-a-trace", `${database.path} has no events table`);
}

async function* scanAll(path: string, database: SqliteDatabase): AsyncGenerator<EventBatch> {
  try {
    const rows = database.prepare<PositionedRow>(TRACE_QUERIES.rowsAfter);
    let last = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const batch = rows.all(last, SCAN_BATCH_SIZE);
      const end = batch.at(-1);
      if (end === undefined) return;
      last = end.position;
      yield decodeBatch(batch);
    }
  } catch (error) {
    throw toTraceError(path, error);
  }
}

function digestOf(path: string): { readonly sha256: string; readonly size: number } {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(DIGEST_CHUNK_BYTES);
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    let size = 0;
    for (;;) {
      const read = readSync(descriptor, chunk, 0, chunk.length, null);
      if (read === 0) return { sha256: hash.digest("hex"), size };
      hash.update(chunk.subarray(0, read));
      size += read;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** A link to the finished file gives the name only if nobody has it; a rename would replace what is there. */
function putBack(copy: string, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  setJournalsAside(file);
  const temp = `${file}.metis-tmp-restore`;
  rmSync(temp, { force: true });
  try {
    copyFileSync(copy, temp, constants.COPYFILE_EXCL);
    chmodSync(temp, PRIVATE_FILE_MODE);
    syncPath(temp);
    publish(temp, file);
  } finally {
    rmSync(temp, { force: true });
  }
  syncPath(dirname(file));
}

function publish(temp: string, file: string): void {
  try {
    linkSync(temp, file);
  } catch (error) {
    // Some file systems have no hard links; nothing else makes this name under the root's lock but Metis itself.
    if (existsSync(file)) throw new TraceError("io", `trace ${file} is there already; it was left as it is`);
    if (!isWritable(dirname(file))) throw error;
    renameSync(temp, file);
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The log of a database that is gone would be played into the one put back. */
function setJournalsAside(file: string): void {
  if (existsSync(file)) throw new TraceError("io", `trace ${file} is there already; it was left as it is`);
  for (const suffix of JOURNAL_SUFFIXES) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, freeName(`${file}${suffix}.lost`));
  }
}

function freeName(path: string): string {
  if (!existsSync(path)) return path;
  for (let number = 2; ; number += 1) if (!existsSync(`${path}-${number}`)) return `${path}-${number}`;
}

function syncPath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
