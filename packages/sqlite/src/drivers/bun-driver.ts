import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { SqliteStatement, SqlValue } from "../sqlite-database.ts";
import { type DriverOptions, type SqliteDriver, uriOf } from "./driver.ts";

/** What is used of `bun:sqlite`; loaded by name, since Node has no such module. */
export type BunSqlite = Pick<typeof import("bun:sqlite"), "Database" | "constants">;

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

function wrapStatement<Row>(database: Database, sql: string): SqliteStatement<Row> {
  const statement = database.prepare<Row, SQLQueryBindings[]>(sql);
  return {
    run: (...values) => statement.run(...bindings(values)).changes,
    get: (...values) => statement.get(...bindings(values)) ?? undefined,
    all: (...values) => statement.all(...bindings(values)),
    iterate: (...values) => statement.iterate(...bindings(values)),
  };
}

/** The same values: the driver's type only lacks `readonly`. */
function bindings(values: readonly SqlValue[]): SQLQueryBindings[] {
  return values as SQLQueryBindings[];
}

function flagsOf(constants: BunSqlite["constants"], options: DriverOptions, byUri: boolean): number {
  const uri = byUri ? constants.SQLITE_OPEN_URI : 0;
  if (options.readOnly) return constants.SQLITE_OPEN_READONLY | uri;
  const create = options.create ? constants.SQLITE_OPEN_CREATE : 0;
  return constants.SQLITE_OPEN_READWRITE | create | uri;
}
