import { constants, Database, type SQLQueryBindings } from "bun:sqlite";
import type { SqliteConnection, SqliteStatement, SqlValue } from "../sqlite-database.ts";
import type { DriverOptions } from "./driver.ts";

/** Opens a connection with `bun:sqlite`. Throws the driver's own errors. */
export function openBunConnection(target: string, options: DriverOptions): SqliteConnection {
  const database = new Database(target, flagsOf(options));
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

function flagsOf(options: DriverOptions): number {
  const uri = options.uri ? constants.SQLITE_OPEN_URI : 0;
  if (options.readOnly) return constants.SQLITE_OPEN_READONLY | uri;
  const create = options.create ? constants.SQLITE_OPEN_CREATE : 0;
  return constants.SQLITE_OPEN_READWRITE | create | uri;
}
