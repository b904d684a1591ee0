export type SqliteErrorKind =
  | "busy"
  | "read-only"
  | "cannot-open"
  | "not-a-database"
  | "corrupt"
  | "full"
  | "io"
  | "constraint"
  /** Nothing here can open a database; the message says what to install. */
  | "no-driver"
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

/** The same codes as numbers, which is all that `node:sqlite` tells. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [3, "PERM"],
  [5, "BUSY"],
  [6, "LOCKED"],
  [8, "READONLY"],
  [10, "IOERR"],
  [11, "CORRUPT"],
  [13, "FULL"],
  [14, "CANTOPEN"],
  [19, "CONSTRAINT"],
  [23, "AUTH"],
  [26, "NOTADB"],
]);
/** The lowest byte of an extended code. */
const PRIMARY_MASK = 0xff;

/** What a driver's error means, by its SQLite result code; `other` for anything else. */
export function classifySqliteError(error: unknown): SqliteErrorKind {
  if (error instanceof SqliteError) return error.kind;
  return KINDS.get(primaryCodeOf(error)) ?? "other";
}

/** Returns the error as a `SqliteError` that says what was attempted. */
export function toSqliteError(operation: string, error: unknown): SqliteError {
  if (error instanceof SqliteError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new SqliteError(classifySqliteError(error), `${operation}: ${detail}`, error);
}

function primaryCodeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("errcode" in error && typeof error.errcode === "number") {
    return NAMES.get(error.errcode & PRIMARY_MASK) ?? "";
  }
  if (!("code" in error) || typeof error.code !== "string") return "";
  return /^SQLITE_([A-Z]+)/.exec(error.code)?.[1] ?? "";
}
