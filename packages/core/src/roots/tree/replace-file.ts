import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { resolvesInside } from "./confine.ts";
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
 * not replaced (`io`). A leftover of the same temp name is ours and is removed. With `inside`, the temp file must
 * lie below that directory by its real path (`permission-denied`): from then on a link put in the way of either
 * name can only make the rename fail. Throws `FileSystemError`; then no temp file is left where it can be removed.
 */
export function replaceFile(
  fs: FileSystem,
  path: string,
  bytes: Uint8Array,
  tempName: string,
  inside: string | null = null,
): void {
  const mode = findMode(fs, path);
  const temp = join(dirname(path), tempName);
  removeTree(fs, temp);
  try {
    fs.writeNewFile(temp, bytes, mode);
    if (inside !== null && !resolvesInside(fs, inside, temp)) {
      throw new FileSystemError("permission-denied", `leave ${inside} by`, path);
    }
    fs.rename(temp, path);
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
  fs.fsyncDirectory(dirname(path));
}
