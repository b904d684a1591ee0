import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { ensureDirectory, replaceFile } from "../roots/tree/index.ts";
import type { LibraryView } from "./library-view.ts";

/** Remembers, outside the workspace, that an operator has seen a dry run (CONTRACTS 7.6, 10.3). Throws `FileSystemError`. */
export function markPreviewed(fs: FileSystem, root: Root): void {
  ensureDirectory(fs, root.privateDir);
  replaceFile(fs, markPath(root), new Uint8Array(), "previewed.tmp");
}

/** True when a dry run was shown, or the root was curated before. */
export function isPreviewed(fs: FileSystem, root: Root, view: LibraryView): boolean {
  const curated = view.history.runs.some((run) => run.throttledReason !== "disabled") || view.facts !== null;
  return curated || exists(fs, markPath(root));
}

function markPath(root: Root): string {
  return join(root.privateDir, "previewed");
}

function exists(fs: FileSystem, path: string): boolean {
  try {
    fs.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}
