import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { SqliteError } from "../sqlite-error.ts";
import { type DriverOptions, fileOf, type SqliteDriver, uriOf } from "./driver.ts";
import { type NativeBinding, type NativeStatement, wrapNativeStatement } from "./native-statement.ts";
import { OpenRows } from "./open-rows.ts";

interface BetterStatement extends NativeStatement {
  /** Whether it returns rows; `run` is for all others, the rest for these. */
  readonly reader: boolean;
}

interface BetterDatabase {
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): BetterStatement;
  exec(sql: string): unknown;
  loadExtension(path: string, entryPoint?: string): unknown;
  unsafeMode(on: boolean): unknown;
  close(): unknown;
}

/** What is used of better-sqlite3 12. */
export type BetterSqlite3 = new (
  file: string | Buffer,
  options: { readonly readonly?: boolean; readonly fileMustExist?: boolean },
) => BetterDatabase;

/** Where the file format says whether a database has a write-ahead log; 2 is yes, 1 is no. */
const JOURNAL_VERSIONS = { from: 18, until: 20 };
const ROLLBACK_VERSION = 1;

/**
 * Returns a driver on better-sqlite3. It understands URIs only where `SQLITE_USE_URI=1` stands in the environment at
 * the first database of the process; a program that opened one before without it gets an immutable database as a
 * copy in memory, and no VFS but the default.
 */
export function betterSqlite3Driver(Database: BetterSqlite3): SqliteDriver {
  const knowsUris = withUris(() => opensUris(Database));
  return (options) => wrap(open(Database, options, knowsUris), options);
}

function withUris<T>(work: () => T): T {
  const before = process.env["SQLITE_USE_URI"];
  process.env["SQLITE_USE_URI"] = "1";
  try {
    return work();
  } finally {
    if (before === undefined) delete process.env["SQLITE_USE_URI"];
    else process.env["SQLITE_USE_URI"] = before;
  }
}

/** Opens a database in memory by a URI that names no file. */
function opensUris(Database: BetterSqlite3): boolean {
  try {
    new Database(`file:${randomUUID()}?mode=memory`, { fileMustExist: true }).close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_CANTOPEN") return false;
    throw error;
  }
}

function open(Database: BetterSqlite3, options: DriverOptions, knowsUris: boolean): BetterDatabase {
  const how = { readonly: options.readOnly, fileMustExist: !options.create };
  if (options.path === ":memory:") return new Database(options.path, {});
  if (knowsUris) return new Database(uriOf(options), how);
  if (options.vfs !== undefined) {
    throw new SqliteError("other", "better-sqlite3 was loaded without URIs, so it has no other VFS");
  }
  const file = fileOf(options);
  if (!existsSync(dirname(file))) throw new SqliteError("cannot-open", "unable to open database file");
  return options.immutable ? openCopy(Database, file) : new Database(file, how);
}

function openCopy(Database: BetterSqlite3, file: string): BetterDatabase {
  if (!existsSync(file)) throw new SqliteError("cannot-open", "unable to open database file");
  const bytes = readFileSync(file);
  // A database in memory that asks for a log cannot be opened.
  bytes.fill(ROLLBACK_VERSION, JOURNAL_VERSIONS.from, JOURNAL_VERSIONS.until);
  return new Database(bytes, { readonly: true });
}

function wrap(database: BetterDatabase, options: DriverOptions) {
  // Rows that are half read would otherwise keep every other statement of the connection from running.
  database.unsafeMode(true);
  const openRows = new OpenRows();
  return {
    path: options.path,
    readOnly: options.readOnly,
    get inTransaction() {
      return database.inTransaction;
    },
    native: database,
    prepare: <Row>(sql: string) =>
      wrapNativeStatement(sql, ofEitherKind(database, database.prepare(sql)), (row) => row as Row, openRows),
    exec: (sql: string) => {
      database.exec(sql);
    },
    loadExtension: (path: string, entryPoint?: string) => {
      if (entryPoint === undefined) database.loadExtension(path);
      else database.loadExtension(path, entryPoint);
    },
    close: () => {
      openRows.close();
      database.close();
    },
  };
}

/** A statement whose every method works, whether it returns rows or not. */
function ofEitherKind(database: BetterDatabase, statement: BetterStatement): NativeStatement {
  if (statement.reader) {
    return {
      run: (...values) => {
        statement.all(...values);
        const changed = database.prepare("SELECT changes() AS changes").get() as { readonly changes: number };
        return { changes: changed.changes };
      },
      get: (...values) => statement.get(...values),
      all: (...values) => statement.all(...values),
      iterate: (...values) => statement.iterate(...values),
    };
  }
  const rowless = (values: readonly NativeBinding[]): readonly unknown[] => {
    statement.run(...values);
    return [];
  };
  return {
    run: (...values) => statement.run(...values),
    get: (...values) => rowless(values)[0],
    all: (...values) => rowless(values),
    iterate: (...values) => rowless(values)[Symbol.iterator](),
  };
}
