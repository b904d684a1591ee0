import { resolve } from "node:path";
import { databaseUri } from "../database-uri.ts";
import type { SqliteConnection } from "../sqlite-database.ts";

export interface DriverOptions {
  /** As the caller named it; `:memory:` is a private database. */
  readonly path: string;
  readonly readOnly: boolean;
  readonly create: boolean;
  /** The file is read as it stands: no lock, no log, no file beside it. */
  readonly immutable: boolean;
  /** SQLite's name of the VFS. */
  readonly vfs?: string | undefined;
}

/** Opens a file. Throws the driver's own errors. */
export type SqliteDriver = (options: DriverOptions) => SqliteConnection;

export type SqliteDriverName = "bun:sqlite" | "better-sqlite3" | "node:sqlite";

const MEMORY = ":memory:";

/** The URI of a file; a database in memory has none. */
export function uriOf({ path, immutable, vfs }: DriverOptions): string {
  return path === MEMORY ? path : databaseUri(path, { vfs, immutable: immutable ? "1" : undefined });
}

/** The absolute path of a file, which no driver takes for a URI. */
export function fileOf({ path }: DriverOptions): string {
  return path === MEMORY ? path : resolve(path);
}
