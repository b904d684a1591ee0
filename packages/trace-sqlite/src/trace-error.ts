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
  "no-driver": "unreadable",
  other: "io",
};

/** What went wrong, for a person; SQLite's own words follow where they say more. */
const REASONS: Readonly<Record<TraceErrorKind, string>> = {
  missing: "is not there",
  unreadable: "cannot be read",
  "not-a-trace": "is no trace",
  "read-only": "is read-only",
  locked: "is held by another program; try again when that is done",
  "no-space": "has no space left on its disk; make room and try again",
  io: "failed",
};
const SAYS_ALL: readonly TraceErrorKind[] = ["locked", "no-space"];

/** Returns any error as a `TraceError` that names the database and keeps the cause. */
export function toTraceError(path: string, error: unknown): TraceError {
  if (error instanceof TraceError) return error;
  const kind = KINDS[classifySqliteError(error)];
  const detail = error instanceof Error ? error.message : String(error);
  const more = SAYS_ALL.includes(kind) ? "" : `: ${detail}`;
  return new TraceError(kind, `trace ${path} ${REASONS[kind]}${more}`, error);
}

/** Runs work on a database; whatever it throws becomes a `TraceError`. */
export function translatingErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toTraceError(path, error);
  }
}

/** The same for work that goes on; an error of its start is a rejection too. */
export async function translatingRejections<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toTraceError(path, error);
  }
}
