import type { Lock } from "@metis-curate/core";
import { acquireDatabaseLock } from "@metis-curate/sqlite";

/**
 * Returns the lock on files: an exclusive transaction on a lock database, freed by the kernel when its
 * holder dies (CONTRACTS 7.6). `acquire` throws `SqliteError` when the file cannot be created or locked.
 */
export function databaseLock(): Lock {
  return { acquire: acquireDatabaseLock };
}
