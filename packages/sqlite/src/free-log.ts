import { chmodSync, lstatSync, type Stats } from "node:fs";

const OWNER_MAY_WRITE = 0o200;
const PERMISSIONS = 0o777;

/**
 * Gives the write-ahead log of a database, and its index, the database's own mode when their owner may not write
 * them but may write the database. SQLite makes a log in the mode that the database has then, and who only reads
 * leaves it behind: of a database that was read-only for a while it would refuse every write from then on. Where that
 * is not allowed, or nothing is there, nothing happens.
 */
export function freeLog(path: string): void {
  const database = findFile(path);
  if (database === null || !mayOwnerWrite(database)) return;
  for (const log of [`${path}-wal`, `${path}-shm`]) {
    const found = findFile(log);
    if (found !== null && !mayOwnerWrite(found)) changeMode(log, database.mode & PERMISSIONS);
  }
}

function mayOwnerWrite({ mode }: Stats): boolean {
  return (mode & OWNER_MAY_WRITE) !== 0;
}

/** A link is no file of SQLite's making. */
function findFile(path: string): Stats | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? found : null;
  } catch {
    return null;
  }
}

function changeMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Somebody else's: opening says what is wrong.
  }
}
