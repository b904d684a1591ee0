import type { SqliteStatement, SqlValue } from "../sqlite-database.ts";
import { type DriverOptions, type SqliteDriver, uriOf } from "./driver.ts";

interface BunStatement<Row> {
  run(...values: readonly SqlValue[]): { readonly changes: number };
  get(...values: readonly SqlValue[]): Row | null;
  all(...values: readonly SqlValue[]): Row[];
  iterate(...values: readonly SqlValue[]): IterableIterator<Row>;
}

interface BunDatabase {
  readonly inTransaction: boolean;
  prepare<Row>(sql: string): BunStatement<Row>;
  exec(sql: string): unknown;
  loadExtension(path: string, entryPoint?: string): void;
  close(throwsOnError: boolean): void;
}

type OpenFlag = "SQLITE_OPEN_READONLY" | "SQLITE_OPEN_READWRITE" | "SQLITE_OPEN_CREATE" | "SQLITE_OPEN_URI";

/** What is used of `bun:sqlite`; loaded by name, since Node has no such module, nor its types. */
export interface BunSqlite {
  readonly Database: new (file: string, flags: number) => BunDatabase;
  readonly constants: Readonly<Record<OpenFlag, number>>;
}

/** Returns a driver on `bun:sqlite`. */
export function bunDriver({ Database, constants }: BunSqlite): SqliteDriver {
  return (options) => {
    const byUri = options.readOnly || options.vfs !== undefined;
    const database = new Database(byUri ? uriOf(options) : options.path, flagsOf(constants, options, byUri));
    return {
      path: options.path,
      readOnly: options.readOnly,
      get inTransaction() {
        return database.inTransaction;
      },
      native: database,
      prepare: (sql) => wrapStatement(database, sql),
      exec: (sql) => {
        database.exec(sql);
      },
      loadExtension: (path, entryPoint) => database.loadExtension(path, entryPoint),
      // Without `true` the file stays open, and its log in place, until every statement was collected as garbage.
      close: () => database.close(true),
    };
  };
}

function wrapStatement<Row>(database: BunDatabase, sql: string): SqliteStatement<Row> {
  const statement = database.prepare<Row>(sql);
  return {
    run: (...values) => statement.run(...values).changes,
    get: (...values) => statement.get(...values) ?? undefined,
    all: (...values) => statement.all(...values),
    iterate: (...values) => statement.iterate(...values),
  };
}

function flagsOf(constants: BunSqlite["constants"], options: DriverOptions, byUri: boolean): number {
  const uri = byUri ? constants.SQLITE_OPEN_URI : 0;
  if (options.readOnly) return constants.SQLITE_OPEN_READONLY | uri;
  const create = options.create ? constants.SQLITE_OPEN_CREATE : 0;
  return constants.SQLITE_OPEN_READWRITE | create | uri;
}
