import { TraceError, type TraceErrorKind } from "@metis-curate/core";
import { classifySqliteError, type SqliteErrorKind } from "@metis-curate/sqlite";

const KINDS: Readonly<Record<SqliteErrorKind, TraceErrorKind>> = {
  busy: "locked",
  "read-only": "read-only",
  "cannot-open": "unreadable",
  "not-a-database": "not-a-trace",
  corrupt: "unreadable",
  full: "no-space",
  io: "io",
  constraint: "io",
  other: "io",
};

/** Returns any error as a `TraceError` that names the database and keeps the cause. */
export function toTraceError(path: string, error: unknown): TraceError {
  if (error instanceof TraceError) return error;
  const kind = KINDS[classifySqliteError(error)];
  const detail = error instanceof Error ? error.message : String(error);
  return new TraceError(kind, `trace ${path}: ${kind}: ${detail}`, error);
}

/** Runs work on a database; whatever it throws becomes a `TraceError`. */
export function translatingErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toTraceError(path, error);
  }
}
