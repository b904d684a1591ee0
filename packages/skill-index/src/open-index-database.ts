import { existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { immediateTransaction, openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { toIndexError } from "./index-error.ts";
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from "./schema.ts";

export interface OpenedIndexDatabase {
  readonly database: SqliteDatabase;
  /** One line when an unusable file was set aside or a database in memory stands in. */
  readonly notice: string | null;
}

/** Files of a WAL database beside itself. */
const COMPANIONS = ["", "-wal", "-shm", "-journal"] as const;
const MEMORY = ":memory:";

/**
 * Opens or makes the database of an index. A file that is damaged, foreign or of another version is set aside, never
 * deleted, and made anew. One that cannot be written or stays locked is left alone: a database in memory stands in, so
 * that matching goes on. Throws `SkillIndexError` only when even that fails.
 */
export function openIndexDatabase(path: string, timeoutMs: number, asideStamp: string): OpenedIndexDatabase {
  if (path === MEMORY) return { database: create(MEMORY, timeoutMs), notice: null };
  try {
    mkdirSync(dirname(path), { recursive: true });
    const database = openOurs(path, timeoutMs);
    if (database !== null) return { database, notice: null };
    const aside = setAside(path, asideStamp);
    return {
      database: create(path, timeoutMs),
      notice: `${path} was no usable index; kept as ${aside} and made anew`,
    };
  } catch (error) {
    const { kind, message } = toIndexError(path, error);
    if (kind !== "corrupt") {
      return { database: create(MEMORY, timeoutMs), notice: `${message}; an index in memory stands in` };
    }
    const aside = setAside(path, asideStamp);
    return {
      database: create(path, timeoutMs),
      notice: `${path} was damaged; kept as ${aside} and made anew`,
    };
  }
}

/** Null when the file is a database, but no index of this version: then it is not even opened for writing. */
function openOurs(path: string, timeoutMs: number): SqliteDatabase | null {
  return isForeign(path, timeoutMs) ? null : create(path, timeoutMs);
}

function isForeign(path: string, timeoutMs: number): boolean {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const database = openDatabase(path, { mode: "read-only", timeoutMs, synchronous: "normal" });
  try {
    return !isEmpty(database) && !isOurs(database);
  } finally {
    database.close();
  }
}

/** Opens a database and makes the tables when it is empty. */
function create(path: string, timeoutMs: number): SqliteDatabase {
  const database = openDatabase(path, {
    mode: "read-write",
    create: true,
    timeoutMs,
    synchronous: "normal",
  });
  try {
    immediateTransaction(database, () => {
      if (isEmpty(database)) database.exec(SCHEMA);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isEmpty(database: SqliteDatabase): boolean {
  return (database.prepare<{ n: number }>("SELECT count(*) AS n FROM sqlite_master").get()?.n ?? 0) === 0;
}

function isOurs(database: SqliteDatabase): boolean {
  const id = database.prepare<{ application_id: number }>("PRAGMA application_id").get()?.application_id;
  const version = database.prepare<{ user_version: number }>("PRAGMA user_version").get()?.user_version;
  return id === APPLICATION_ID && version === SCHEMA_VERSION;
}

/** Renames a database and its companions; returns the new path. */
export function setAside(path: string, stamp: string): string {
  let aside = `${path}.set-aside-${stamp}`;
  for (let n = 2; existsSync(aside); n++) aside = `${path}.set-aside-${stamp}-${n}`;
  for (const companion of COMPANIONS) {
    if (existsSync(`${path}${companion}`)) renameSync(`${path}${companion}`, `${aside}${companion}`);
  }
  return aside;
}
