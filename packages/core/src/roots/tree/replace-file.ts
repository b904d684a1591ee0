import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { findEntryInfo } from "./find-info.ts";
import { removeTree, removeTreeQuietly } from "./remove-tree.ts";

function findMode(fs: FileSystem, path: string): number | undefined {
  const info = findEntryInfo(fs, path);
  if (info === null) return undefined;
  if (info.kind === "directory") throw new FileSystemError("is-a-directory", "replaceFile", path);
  if (info.kind !== "file") throw new FileSystemError("io", "replaceFile", path);
  return info.mode;
}

/**
 * Writes a whole file so that a reader, or a crash, finds either the old bytes or the new ones: `tempName`
 * beside it, fsync, rename, fsync of the directory. An old file's mode is kept; a link or a special file is
 * not replaced (`io`). A leftover of the same temp name is ours and is removed. Throws `FileSystemError`;
 * then no temp file is left where it can be removed.
 */
export function replaceFile(fs: FileSystem, path: string, bytes: Uint8Array, tempName: string): void {
  const mode = findMode(fs, path);
  const temp = join(dirname(path), tempName);
  removeTree(fs, temp);
  try {
    fs.writeNewFile(temp, bytes, mode);
    fs.rename(temp, path);
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
  fs.fsyncDirectory(dirname(path));
}
