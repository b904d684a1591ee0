import { randomUUID } from "node:crypto";
import { type DriverOptions, type SqliteDriver, uriOf } from "./driver.ts";
import { type NativeStatement, wrapNativeStatement } from "./native-statement.ts";
import { OpenRows } from "./open-rows.ts";

interface NodeStatement extends NativeStatement {
  setReadBigInts(on: boolean): void;
}

interface NodeDatabase {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  loadExtension(path: string, entryPoint?: string): void;
  enableLoadExtension(on: boolean): void;
  close(): void;
}

interface NodeOptions {
  readonly readOnly: boolean;
  readonly allowExtension: boolean;
  readonly enableForeignKeyConstraints: boolean;
}

/** What is used of `node:sqlite`. */
export interface NodeSqlite {
  readonly DatabaseSync: new (file: string, options: NodeOptions) => NodeDatabase;
}

/** Whether this module can do all that is asked of it: older ones cannot tell of a transaction, or know no URIs. */
export function isCompleteNodeSqlite({ DatabaseSync }: NodeSqlite): boolean {
  try {
    const options = { readOnly: true, allowExtension: false, enableForeignKeyConstraints: false };
    const database = new DatabaseSync(`file:${randomUUID()}?mode=memory`, options);
    const isComplete = "isTransaction" in database;
    database.close();
    return isComplete;
  } catch {
    return false;
  }
}

/** Returns a driver on `node:sqlite`. */
export function nodeSqliteDriver({ DatabaseSync }: NodeSqlite): SqliteDriver {
  return (options) => {
    const database = new DatabaseSync(targetOf(options), {
      readOnly: options.readOnly,
      allowExtension: true,
      enableForeignKeyConstraints: false,
    });
    // Until a program asks for one: SQL may not load code.
    database.enableLoadExtension(false);
    const openRows = new OpenRows();
    return {
      path: options.path,
      readOnly: options.readOnly,
      get inTransaction() {
        return database.isOpen && database.isTransaction;
      },
      native: database,
      prepare: <Row>(sql: string) =>
        wrapNativeStatement<Row>(sql, prepare(database, sql), toRow<Row>, openRows),
      exec: (sql) => database.exec(sql),
      loadExtension: (path, entryPoint) => loadExtension(database, path, entryPoint),
      close: () => {
        openRows.close();
        if (database.isOpen) database.close();
      },
    };
  };
}

/** `mode=rw` does not make a missing file. */
function targetOf(options: DriverOptions): string {
  const uri = uriOf(options);
  if (options.path === ":memory:" || options.readOnly || options.create) return uri;
  return `${uri}${uri.includes("?") ? "&" : "?"}mode=rw`;
}

/** Without `setReadBigInts` a number above 2^53 is an error, and one such row would spoil all others. */
function prepare(database: NodeDatabase, sql: string): NodeStatement {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

function toRow<Row>(native: unknown): Row {
  const columns = Object.entries(native as Readonly<Record<string, unknown>>);
  const row = columns.map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]);
  return Object.fromEntries(row) as Row;
}

function loadExtension(database: NodeDatabase, path: string, entryPoint?: string): void {
  database.enableLoadExtension(true);
  try {
    if (entryPoint === undefined) database.loadExtension(path);
    else database.loadExtension(path, entryPoint);
  } finally {
    database.enableLoadExtension(false);
  }
}
