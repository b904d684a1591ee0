import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError, type FileSystemErrorKind } from "../../ports/file-system.ts";
import { findEntryInfo } from "./find-info.ts";

/**
 * Returns the absolute path of a `/`-separated relative path below `base`, or null when it is absolute,
 * empty, holds `..`, an empty name or a NUL, or names `base` itself. One trailing slash is allowed.
 * Text only: links on the way are the matter of `resolvesInside`. CONTRACTS 2.
 */
export function confine(base: string, relative: string): string | null {
  if (relative.startsWith("/") || relative.includes("\0")) return null;
  const names = (relative.endsWith("/") ? relative.slice(0, -1) : relative).split("/");
  if (names.some((name) => name === "" || name === "..")) return null;
  const kept = names.filter((name) => name !== ".");
  return kept.length === 0 ? null : join(base, ...kept);
}

/** Whether a real path is that of a directory, given by its own real path, or lies below it. */
export function liesBelow(realBase: string, realPath: string): boolean {
  return realPath === realBase || realPath.startsWith(realBase === "/" ? "/" : `${realBase}/`);
}

/** True when `path` exists and its real path is that of `base` or lies below it; false when it cannot be told. */
export function resolvesInside(fs: FileSystem, base: string, path: string): boolean {
  try {
    return liesBelow(fs.realpath(base), fs.realpath(path));
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

/**
 * Reads a file that must lie inside `base`. It is read by its own real path, which must still be its real path
 * afterwards: a link that was put in the way meanwhile gives nothing away. Throws `FileSystemError`:
 * `permission-denied` when a link leads out, `too-large` above `limitBytes`, or what the reading throws.
 */
export function readFileInside(fs: FileSystem, base: string, path: string, limitBytes: number): Uint8Array {
  const realPath = fs.realpath(path);
  if (!liesBelow(fs.realpath(base), realPath)) throw leavesBy(base, path);
  const bytes = fs.readFile(realPath, limitBytes);
  if (fs.realpath(realPath) !== realPath) throw leavesBy(base, path);
  return bytes;
}

function leavesBy(base: string, path: string): FileSystemError {
  return new FileSystemError("permission-denied", `leave ${base} by`, path);
}

/**
 * Says whether a path that need not exist yet would lie inside `base`: its nearest existing ancestor must,
 * by real path. Throws `FileSystemError` when that cannot be told.
 */
export function wouldLieInside(fs: FileSystem, base: string, path: string): boolean {
  try {
    return liesBelow(fs.realpath(base), fs.realpath(nearestExisting(fs, path)));
  } catch (error) {
    if (error instanceof FileSystemError && LEADS_NOWHERE.includes(error.kind)) return false;
    throw error;
  }
}

/** A link that leads nowhere; any other error is the disk's, and says nothing of the path. */
const LEADS_NOWHERE: readonly FileSystemErrorKind[] = ["not-found", "link-loop"];

function nearestExisting(fs: FileSystem, path: string): string {
  const parent = dirname(path);
  return parent === path || findEntryInfo(fs, path) !== null ? path : nearestExisting(fs, parent);
}
