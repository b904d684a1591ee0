import { type FileInfo, type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { findEntryInfo } from "./find-info.ts";

const OWNER_BITS = 0o700;

function removeDirectory(fs: FileSystem, path: string, mode: number): void {
  // A read-only directory inside a copy of ours would keep its entries for ever.
  if ((mode & OWNER_BITS) !== OWNER_BITS) fs.chmod(path, mode | OWNER_BITS);
  for (const { name } of fs.readdir(path)) removeTree(fs, `${path}/${name}`);
  fs.rmdir(path);
}

function removeEntry(fs: FileSystem, path: string, info: FileInfo): void {
  if (info.kind === "directory") removeDirectory(fs, path, info.mode);
  else fs.unlink(path);
}

/**
 * Removes a file, link or whole directory, read-only directories too; links are removed, never followed.
 * Nothing there is no error. For our own copies only: nothing of a user's is ever removed by the curator.
 * Throws `FileSystemError`; then a part may be gone, and the call can be repeated.
 */
export function removeTree(fs: FileSystem, path: string): void {
  const info = findEntryInfo(fs, path);
  if (info !== null) removeEntry(fs, path, info);
}

/** As `removeTree`, while another error is on its way: what cannot be removed is left for the next sweep. */
export function removeTreeQuietly(fs: FileSystem, path: string): void {
  try {
    removeTree(fs, path);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
  }
}
