import { basename, dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { liesBelow } from "../roots/tree/index.ts";
import { basicIsoFromUs } from "../trace/index.ts";
import { done, misused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";

/** Where the backups of a root lie by default: `~/.metis/curator/backups/<root key>/`, outside any repository. */
export function backupsDir(root: Root): string {
  return join(dirname(dirname(root.privateDir)), "backups", basename(root.privateDir));
}

/**
 * Absolute path of a new backup: `out` itself, or a name with the time inside `out` when that is a directory, or
 * inside the default place. Refusal `bad-target` for a place inside the library. Throws `FileSystemError`.
 */
export function chooseTarget(
  fs: FileSystem,
  root: Root,
  nowUs: number,
  out: string | undefined,
): Outcome<string> {
  const target = out !== undefined && !isDirectory(fs, out) ? out : timedName(fs, root, nowUs, out);
  const inside = areasOf(root).find(([area]) => liesBelow(realPlace(fs, area), realPlace(fs, target)));
  if (inside !== undefined) {
    const [area, why] = inside;
    return misused("bad-target", `${target} lies in ${area}, ${why}; name another place`);
  }
  if (isThere(fs, target)) return misused("bad-target", `${target} is there already; name another place`);
  return done(target);
}

/** Directories, there or not, in which a backup would be taken for something else, or swept away. */
function areasOf(root: Root): readonly (readonly [string, string])[] {
  return [
    [root.skillsDir, "which is to be backed up"],
    [root.archiveDir, "which is to be backed up"],
    [dirname(root.privateDir), "where the curator keeps and sweeps its own files"],
  ];
}

/** The real path that something would have, its missing directories made. */
function realPlace(fs: FileSystem, path: string): string {
  const parent = dirname(path);
  if (parent === path) return path;
  return isThere(fs, path) ? realOrSame(fs, path) : join(realPlace(fs, parent), basename(path));
}

/** A link that leads nowhere is its own place. */
function realOrSame(fs: FileSystem, path: string): string {
  try {
    return fs.realpath(path);
  } catch (error) {
    if (error instanceof FileSystemError) return path;
    throw error;
  }
}

function timedName(fs: FileSystem, root: Root, nowUs: number, directory: string | undefined): string {
  const stamp = basicIsoFromUs(nowUs);
  const stem =
    directory === undefined
      ? join(backupsDir(root), stamp)
      : join(directory, `${basename(root.privateDir)}-${stamp}`);
  if (!isThere(fs, stem)) return stem;
  for (let number = 2; ; number += 1) if (!isThere(fs, `${stem}-${number}`)) return `${stem}-${number}`;
}

function isDirectory(fs: FileSystem, path: string): boolean {
  return attempt(() => fs.stat(path).kind === "directory");
}

function isThere(fs: FileSystem, path: string): boolean {
  return attempt(() => fs.lstat(path).kind !== undefined);
}

function attempt(look: () => boolean): boolean {
  try {
    return look();
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return false;
    throw error;
  }
}
