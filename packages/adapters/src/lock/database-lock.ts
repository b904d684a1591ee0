import { FileSystemError, type FileSystemErrorKind, type Lock, LockUnavailable } from "@metis-curate/core";
import {
  acquireDatabaseLock,
  type DatabaseLock,
  SqliteError,
  type SqliteErrorKind,
} from "@metis-curate/sqlite";

/** What an unusable lock database means to whoever wants the lock. */
const KINDS: Readonly<Partial<Record<SqliteErrorKind, FileSystemErrorKind>>> = {
  "read-only": "read-only",
  "cannot-open": "permission-denied",
  full: "no-space",
};

/**
 * Returns the lock on files: an exclusive transaction on a lock database, freed by the kernel when its
 * holder dies (CONTRACTS 7.6). `acquire` throws `FileSystemError` when the file cannot be created or locked,
 * `LockUnavailable` when there is no SQLite.
 */
export function databaseLock(): Lock {
  const held = new Map<string, DatabaseLock>();
  return {
    isIntact: (path) => held.get(path)?.isIntact() ?? true,
    async acquire(path, waitMs) {
      try {
        const lock = await acquireDatabaseLock(path, waitMs);
        if (lock !== null) held.set(path, lock);
        return lock;
      } catch (error) {
        if (!(error instanceof SqliteError)) throw error;
        if (error.kind === "no-driver") throw new LockUnavailable(error.message, { cause: error });
        throw new FileSystemError(KINDS[error.kind] ?? "io", "lock", path, error);
      }
    },
  };
}
