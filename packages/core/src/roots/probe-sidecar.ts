import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "./root.ts";
import { isSidecarConfined, SIDECAR_TEMP_NAME } from "./sidecar-store.ts";
import { missingDirectories, removeEmptyDirectory } from "./tree/empty-directories.ts";
import { findEntryInfo } from "./tree/find-info.ts";
import { ensureDirectory, removeTree } from "./tree/index.ts";

/**
 * Proves that `state.json` could be written now, and leaves nothing: its directory is made where it is missing and
 * taken away again. Call under the root's lock. Throws `FileSystemError`. CONTRACTS 7.6.
 */
export function probeSidecar(fs: FileSystem, root: Root): void {
  if (!isSidecarConfined(fs, root)) {
    throw new FileSystemError("permission-denied", "writeSidecar", root.sidecarPath);
  }
  const directory = dirname(root.sidecarPath);
  const temp = join(directory, SIDECAR_TEMP_NAME);
  const missing = missingDirectories(fs, directory);
  try {
    ensureDirectory(fs, directory);
    removeTree(fs, temp);
    fs.writeNewFile(temp, new Uint8Array(1));
    fs.unlink(temp);
  } finally {
    for (const path of missing.toReversed()) removeEmptyDirectory(fs, path);
  }
}

/** Removes what a killed write of `state.json` left beside it. Call under the root's lock. Throws `FileSystemError`. */
export function sweepSidecar(fs: FileSystem, root: Root): void {
  const temp = join(dirname(root.sidecarPath), SIDECAR_TEMP_NAME);
  if (isSidecarConfined(fs, root) && findEntryInfo(fs, temp)?.kind === "file") fs.unlink(temp);
}
