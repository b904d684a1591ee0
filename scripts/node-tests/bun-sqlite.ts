import { openConnection } from "../../packages/sqlite/src/drivers/open-connection.ts";
import type { SqliteConnection, SqliteStatement } from "../../packages/sqlite/src/sqlite-database.ts";

/** What tests use of `bun:sqlite` to be another program, on the driver that is tested. */
export class Database {
  readonly #connection: SqliteConnection;

  constructor(path: string) {
    this.#connection = openConnection({ path, readOnly: false, create: true, immutable: false });
    // As Bun has it; better-sqlite3 has them on.
    this.#connection.exec("PRAGMA foreign_keys = OFF");
  }

  query<Row>(sql: string): SqliteStatement<Row> {
    return this.#connection.prepare<Row>(sql);
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  close(): void {
    this.#connection.close();
  }
}
