import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { ensureDirectory, replaceFile } from "../roots/tree/index.ts";
import type { RunRecord } from "../trace/index.ts";
import type { LibraryView } from "./library-view.ts";

/** Remembers, outside the workspace, that an operator has seen a dry run (CONTRACTS 7.6, 10.3). Throws `FileSystemError`. */
export function markPreviewed(fs: FileSystem, root: Root): void {
  ensureDirectory(fs, root.privateDir);
  replaceFile(fs, markPath(root), new Uint8Array(), "previewed.tmp");
}

/** True when a dry run was shown, or the root was curated before. */
export function isPreviewed(fs: FileSystem, root: Root, view: LibraryView): boolean {
  return (
    view.history.lastCurationAtUs !== null || view.history.runs.some(wasRun) || exists(fs, markPath(root))
  );
}

/** Some runs are only records of a gate that was shut. */
function wasRun({ throttledReason }: RunRecord): boolean {
  return throttledReason !== "disabled" && throttledReason !== "interval_not_elapsed";
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
