export type SqliteErrorKind =
  | "busy"
  | "read-only"
  | "cannot-open"
  | "not-a-database"
  | "corrupt"
  | "full"
  | "io"
  | "constraint"
  | "other";

/** What `openDatabase` and the lock throw; `cause` is the driver's own error. */
export class SqliteError extends Error {
  override readonly name = "SqliteError";
  readonly kind: SqliteErrorKind;

  constructor(kind: SqliteErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

/** Primary result codes (https://www.sqlite.org/rescode.html). */
const KINDS: ReadonlyMap<string, SqliteErrorKind> = new Map([
  ["BUSY", "busy"],
  ["LOCKED", "busy"],
  ["READONLY", "read-only"],
  ["CANTOPEN", "cannot-open"],
  ["PERM", "cannot-open"],
  ["AUTH", "cannot-open"],
  ["NOTADB", "not-a-database"],
  ["CORRUPT", "corrupt"],
  ["FULL", "full"],
  ["IOERR", "io"],
  ["CONSTRAINT", "constraint"],
]);

/** What a driver's error means, by its SQLite result code; `other` for anything else. */
export function classifySqliteError(error: unknown): SqliteErrorKind {
  if (error instanceof SqliteError) return error.kind;
  const primary = /^SQLITE_([A-Z]+)/.exec(codeOf(error))?.[1];
  return KINDS.get(primary ?? "") ?? "other";
}

/** Returns the error as a `SqliteError` that says what was attempted. */
export function toSqliteError(operation: string, error: unknown): SqliteError {
  if (error instanceof SqliteError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new SqliteError(classifySqliteError(error), `${operation}: ${detail}`, error);
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
