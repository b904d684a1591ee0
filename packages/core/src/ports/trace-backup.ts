import type { EventBatch } from "./trace-store.ts";

/** A copied trace, opened for reading only; the file is never changed. */
export interface TraceCopy {
  readonly schemaVersion: number;
  readonly newestEventId: string | null;
  /** All events by order of insertion, in batches of bounded size. Throws `TraceError`. */
  scanAll(): AsyncIterable<EventBatch>;
  /** As `ActivityReader.findSessionWorkspaces`. */
  findSessionWorkspaces(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  close(): void;
}

/** Copies a whole trace while others write to it, and brings a copy back. Every method throws `TraceError`. */
export interface TraceBackup {
  /** Size of the database with its log, 0 when there is none. */
  sizeBytes(): number;
  /** Writes the trace as of one moment to a new file, durably; writers are not held up. */
  copyTo(path: string): Promise<void>;
  /** Checks a copy and opens it. `not-a-trace` or `unreadable` when it is none. */
  openCopy(path: string): TraceCopy;
  /** SHA-256 (hex) and size of a file of any size. */
  digest(path: string): { readonly sha256: string; readonly size: number };
  /** Puts a copy where there is no database; one that is there is never replaced (`io`). */
  putBack(path: string): Promise<void>;
}
