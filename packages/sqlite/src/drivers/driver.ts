import type { SqliteConnection } from "../sqlite-database.ts";

export interface DriverOptions {
  /** As the caller named it. */
  readonly path: string;
  readonly readOnly: boolean;
  readonly create: boolean;
  /** Whether the target is a `file:` URI. */
  readonly uri: boolean;
}

/** Opens a path or URI. Throws the driver's own errors. */
export type SqliteDriver = (target: string, options: DriverOptions) => SqliteConnection;
