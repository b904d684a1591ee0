import { basename, dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { wouldLieInside } from "../roots/tree/index.ts";
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
  const inside = [root.skillsDir, root.archiveDir].find((area) => wouldLieInside(fs, area, target));
  if (inside !== undefined) {
    return misused("bad-target", `${target} lies in ${inside}, which is to be backed up; name another place`);
  }
  if (isThere(fs, target)) return misused("bad-target", `${target} is there already; name another place`);
  return done(target);
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
