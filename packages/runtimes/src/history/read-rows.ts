import { statSync } from "node:fs";
import { openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import type { HistoryRecord, HistorySource } from "../runtime.ts";

const BUSY_MS = 5_000;
/** Rows after which others get their turn. */
const ROWS_AT_ONCE = 500;

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
  try {
    const database = openQuietly(source.path);
    try {
      const lists = new Map(tables.map((table) => [table.name, listColumns(database, table)]));
      const sql = statement((table) => lists.get(table) ?? "");
      for (const row of database.prepare<Row>(sql).iterate()) {
        position += 1;
        yield { source: source.path, position, record: row, bytesRead: 0 };
        if (position % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      database.close();
    }
  } catch {
    yield { source: source.path, position: position + 1, record: undefined, bytesRead: 0 };
  }
}

/** With no log beside it the file is read as it is; so no reader leaves one. */
function openQuietly(path: string): SqliteDatabase {
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return openDatabase(path, {
    mode: "read-only",
    immutable: !hasLog,
    timeoutMs: BUSY_MS,
    synchronous: "normal",
  });
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
