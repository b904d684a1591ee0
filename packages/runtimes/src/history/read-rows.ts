import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import type { HistoryRecord, HistorySource } from "../runtime.ts";

const BUSY_MS = 5_000;
/** Rows after which others get their turn. */
const ROWS_AT_ONCE = 500;
/** Of the header of an SQLite file: 2 stands for the write-ahead log (sqlite.org/fileformat2.html, 1.3.3). */
const READ_VERSION_AT = 19;
const LOG_MODE = 2;

type Row = Readonly<Record<string, unknown>>;

/** A table and the columns of it that the runtime may have; a missing one reads as null. */
export interface WantedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Reads rows of a runtime's own database, which stays as it is: nothing is written to it or beside it. `statement` is
 * given each wanted table with the columns it has (`listed`), and is null where the database is of another kind; then,
 * and where it cannot be read, there is one unreadable record.
 */
export async function* readRows(
  source: HistorySource,
  tables: readonly WantedTable[],
  statement: (listed: (table: string) => string) => string,
): AsyncGenerator<HistoryRecord> {
  let position = 0;
  // Made, and nothing written yet.
  if (source.sizeBytes === 0) return;
  try {
    const { database, close } = openQuietly(source.path);
    try {
      const lists = new Map(tables.map((table) => [table.name, listColumns(database, table)]));
      const sql = statement((table) => lists.get(table) ?? "");
      for (const row of database.prepare<Row>(sql).iterate()) {
        position += 1;
        yield { source: source.path, position, record: row, bytesRead: 0 };
        if (position % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      close();
    }
  } catch {
    yield { source: source.path, position: position + 1, record: undefined, bytesRead: 0, isFault: true };
  }
}

interface OpenRows {
  readonly database: SqliteDatabase;
  close(): void;
}

/**
 * A log with an index of it is shared with the runtime. One without belongs to a program that died, and a reader would
 * make the index: so a copy of both is read. With no log beside it the file is read as it is; so no reader leaves one.
 */
function openQuietly(path: string): OpenRows {
  const log = `${path}-wal`;
  if (!hasContent(log)) return openFile(path, isInLogMode(path));
  if (existsSync(`${path}-shm`)) return openFile(path, false);
  const directory = mkdtempSync(join(tmpdir(), "metis-history-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const copy = join(directory, basename(path));
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    copyFileSync(log, `${copy}-wal`, constants.COPYFILE_FICLONE);
    const { database, close } = openFile(copy, false);
    const closeAll = () => {
      close();
      remove();
    };
    return { database, close: closeAll };
  } catch (error) {
    remove();
    throw error;
  }
}

function openFile(path: string, immutable: boolean): OpenRows {
  const database = openDatabase(path, {
    mode: "read-only",
    immutable,
    timeoutMs: BUSY_MS,
    synchronous: "normal",
  });
  return { database, close: () => database.close() };
}

/** Any other is read under its lock, which leaves nothing beside it. */
function isInLogMode(path: string): boolean {
  const header = Buffer.alloc(READ_VERSION_AT + 1);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[READ_VERSION_AT] === LOG_MODE;
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** `t.a AS a, NULL AS b` for a table that lacks `b`. Throws where the table itself is not there. */
function listColumns(database: SqliteDatabase, { name, columns }: WantedTable): string {
  const rows = database.prepare<{ readonly name: string }>(`PRAGMA table_info("${name}")`).all();
  const present = new Set(rows.map((row) => row.name));
  if (present.size === 0) throw new Error(`no table ${name}`);
  return columns
    .map((column) =>
      present.has(column) ? `"${name}"."${column}" AS "${name}_${column}"` : `NULL AS "${name}_${column}"`,
    )
    .join(", ");
}
