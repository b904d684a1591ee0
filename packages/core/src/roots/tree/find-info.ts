import { type FileInfo, type FileSystem, FileSystemError } from "../../ports/file-system.ts";

/** Describes the entry itself, or null when nothing has the name. Throws `FileSystemError` otherwise. */
export function findEntryInfo(fs: FileSystem, path: string): FileInfo | null {
  try {
    return fs.lstat(path);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return null;
    throw error;
  }
}

/** Whether anything has the name, links that lead nowhere included. Throws `FileSystemError` when it cannot be told. */
export function hasEntry(fs: FileSystem, path: string): boolean {
  return findEntryInfo(fs, path) !== null;
}
