export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

export interface SqliteStatement<Row> {
  /** Runs it; returns the number of rows changed. */
  run(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
  /** Rows one by one; after another call on the same statement, reading on throws. */
  iterate(...values: readonly SqlValue[]): IterableIterator<Row>;
}

/**
 * The part of a SQLite driver that the product uses: small, so that another driver is one more file in
 * `drivers`. Statements throw the driver's own errors; `classifySqliteError` says what they mean.
 */
export interface SqliteDatabase {
  readonly path: string;
  readonly readOnly: boolean;
  /** As in force on this connection: `wal`, `delete`, `memory`, … */
  readonly journalMode: string;
  readonly inTransaction: boolean;
  /** The driver's own handle, for libraries that want one. */
  readonly native: unknown;
  prepare<Row = Readonly<Record<string, unknown>>>(sql: string): SqliteStatement<Row>;
  /** Runs one or more statements without values. */
  exec(sql: string): void;
  loadExtension(path: string, entryPoint?: string): void;
  /** Ends every statement and gives the file back at once: using one afterwards throws. Harmless when repeated. */
  close(): void;
}

/** What a driver opens; the journal mode is read later. */
export type SqliteConnection = Omit<SqliteDatabase, "journalMode">;
