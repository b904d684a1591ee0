import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { curatorDirectory } from "./hook-place.ts";

/** What an automatic run did, for the next session's start. */
export interface RunNotice {
  /** The run; one is shown once. */
  readonly id: string;
  /** Real path of the directory that holds the root: the workspace, or the home directory. */
  readonly base: string;
  readonly scope: "global" | "workspace";
  /** One line. */
  readonly text: string;
}

const NAMES_READ_MAX = 200;
const SHOWN_MAX = 3;
const TEXT_MAX = 400;
/** Older ones are no news. */
const NEWS_FOR_MS = 14 * 24 * 3_600_000;
const NOTICE = ".json";
const SHOWN = ".shown";

/** Keeps a notice until a session starts. That of a run which was noted before is left as it is. Never throws. */
export function noteRun(home: string, notice: RunNotice): void {
  try {
    const directory = noticesDirectory(home);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const name = notice.id.replaceAll(/[^\w-]/g, "_");
    const names = readdirSync(directory);
    if (names.includes(name + NOTICE) || names.includes(name + SHOWN)) return;
    const temp = join(directory, `.${name}.${process.pid}`);
    writeFileSync(temp, JSON.stringify(notice), { mode: 0o600 });
    renameSync(temp, join(directory, name + NOTICE));
  } catch {
    // The run log and `status` have it too.
  }
}

/**
 * Returns one line of the newest notices that concern a directory, and takes care that nobody shows them again; null
 * without any. Of two sessions that start at once one gets it. Never throws.
 */
export function takeNotices(home: string, workspace: string | null, nowMs: number): string | null {
  try {
    const texts = listNotices(home, nowMs)
      .filter(({ notice }) => concerns(notice, workspace))
      .slice(-SHOWN_MAX)
      .flatMap(({ path, notice }) => (claim(path) ? [notice.text] : []));
    return texts.length === 0 ? null : `Metis Curator: ${texts.join("; ")}`;
  } catch {
    return null;
  }
}

interface Listed {
  readonly path: string;
  readonly notice: RunNotice;
}

function listNotices(home: string, nowMs: number): readonly Listed[] {
  const directory = noticesDirectory(home);
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) return [];
  const names = readdirSync(directory).sort().slice(-NAMES_READ_MAX);
  return names.flatMap((name) => {
    const path = join(directory, name);
    if (nowMs - statSync(path).mtimeMs > NEWS_FOR_MS) {
      rmSync(path, { force: true });
      return [];
    }
    const notice = name.endsWith(NOTICE) ? readNotice(path) : null;
    return notice === null ? [] : [{ path, notice }];
  });
}

function readNotice(path: string): RunNotice | null {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<RunNotice> | null;
    const { id, base, scope, text } = value ?? {};
    if (typeof id !== "string" || typeof base !== "string" || typeof text !== "string") return null;
    if (scope !== "global" && scope !== "workspace") return null;
    return { id, base, scope, text: text.replaceAll(/[\r\n]+/g, " ").slice(0, TEXT_MAX) };
  } catch {
    return null;
  }
}

function concerns({ base, scope }: RunNotice, workspace: string | null): boolean {
  if (scope === "global") return true;
  return workspace !== null && `${workspace}/`.startsWith(base === "/" ? base : `${base}/`);
}

/** One name can be taken away once. */
function claim(path: string): boolean {
  try {
    renameSync(path, path.slice(0, -NOTICE.length) + SHOWN);
    return true;
  } catch {
    return false;
  }
}

function noticesDirectory(home: string): string {
  return join(curatorDirectory(home), "notices");
}
