import type { SqliteDatabase } from "./sqlite-database.ts";

/** Empty for a plain result; a missing argument, and so a compile error, for a promise. */
type RefusePromise<T> = [Extract<T, PromiseLike<unknown>>] extends [never]
  ? []
  : [refused: "the work of a transaction is synchronous"];

/**
 * Runs `work` inside one immediate transaction (the write lock is taken at once, within the busy timeout)
 * and returns its result; rolls back and rethrows when it throws. Asynchronous work does not compile, and
 * throws a `TypeError` at run time: it would be committed at its first await.
 */
export function immediateTransaction<T>(
  database: SqliteDatabase,
  work: () => T,
  ..._refused: RefusePromise<T>
): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    if (isThenable(result)) throw new TypeError("the work of a transaction is synchronous");
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors (a full disk) have rolled back already.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
