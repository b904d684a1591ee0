import { createRequire } from "node:module";
import type { SqliteConnection } from "../sqlite-database.ts";
import { SqliteError } from "../sqlite-error.ts";
import { type BetterSqlite3, betterSqlite3Driver } from "./better-sqlite3-driver.ts";
import { type BunSqlite, bunDriver } from "./bun-driver.ts";
import type { DriverOptions, SqliteDriver, SqliteDriverName } from "./driver.ts";
import { isCompleteNodeSqlite, type NodeSqlite, nodeSqliteDriver } from "./node-sqlite-driver.ts";

interface ChosenDriver {
  readonly name: SqliteDriverName;
  readonly open: SqliteDriver;
}

/** Names one of the two drivers of Node; for tests, and for who has both. */
const CHOICE_VARIABLE = "METIS_SQLITE_DRIVER";
/** 11 knows no URIs, 13 ends Node 20 with a fault of memory. */
const BETTER_SQLITE3_MAJOR = "12";

const require = createRequire(import.meta.url);
let chosen: ChosenDriver | null = null;

/** Opens a connection with this process's driver. Throws the driver's own errors, and `SqliteError` where there is none. */
export function openConnection(options: DriverOptions): SqliteConnection {
  return chooseOnce().open(options);
}

/**
 * The name of the driver of this process: `bun:sqlite` under Bun, under Node better-sqlite3 12 where it is installed,
 * else `node:sqlite`. It is one for the whole process: two copies of SQLite that open one file take each other's
 * locks away (https://www.sqlite.org/howtocorrupt.html, 2.2.1). Throws `SqliteError` where there is none.
 */
export function sqliteDriverName(): SqliteDriverName {
  return chooseOnce().name;
}

function chooseOnce(): ChosenDriver {
  chosen ??= choose();
  return chosen;
}

function choose(): ChosenDriver {
  if (process.versions.bun !== undefined) {
    return { name: "bun:sqlite", open: bunDriver(require("bun:sqlite") as BunSqlite) };
  }
  const wanted = process.env[CHOICE_VARIABLE] ?? "";
  if (wanted === "better-sqlite3") return asDriver(findBetterSqlite3(), wanted);
  if (wanted === "node:sqlite") return asDriver(findNodeSqlite(), wanted);
  if (wanted !== "") {
    throw new SqliteError("other", `${CHOICE_VARIABLE} is better-sqlite3 or node:sqlite, not ${wanted}`);
  }
  const better = findBetterSqlite3();
  if (typeof better !== "string") return better;
  const node = findNodeSqlite();
  if (typeof node !== "string") return node;
  throw noDriver(`${better}; ${node}`);
}

function asDriver(found: ChosenDriver | string, wanted: string): ChosenDriver {
  if (typeof found !== "string") return found;
  throw noDriver(`${CHOICE_VARIABLE} asks for ${wanted}, but ${found}`);
}

function noDriver(why: string): SqliteError {
  return new SqliteError(
    "no-driver",
    `no SQLite here: ${why}. Use Bun or Node 22.16 or newer, or run \`npm install better-sqlite3@12\``,
  );
}

/** The driver, or why there is none. */
function findBetterSqlite3(): ChosenDriver | string {
  try {
    const { version } = require("better-sqlite3/package.json") as { readonly version: string };
    if (version.split(".")[0] !== BETTER_SQLITE3_MAJOR) {
      return `better-sqlite3 is ${version}, not ${BETTER_SQLITE3_MAJOR}`;
    }
    return { name: "better-sqlite3", open: betterSqlite3Driver(require("better-sqlite3") as BetterSqlite3) };
  } catch (error) {
    if (isMissing(error)) return "better-sqlite3 is not installed";
    return `better-sqlite3 cannot be loaded (${firstLine(error)})`;
  }
}

/** The driver, or why there is none. */
function findNodeSqlite(): ChosenDriver | string {
  try {
    const module = withoutWarnings(() => require("node:sqlite") as NodeSqlite);
    if (!isCompleteNodeSqlite(module))
      return `node:sqlite of Node ${process.versions.node} lacks what is needed`;
    return { name: "node:sqlite", open: nodeSqliteDriver(module) };
  } catch {
    return `Node ${process.versions.node} has no node:sqlite`;
  }
}

/** Node 22 says on every start that the module is experimental. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}
