import { dirname } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { findEntryInfo } from "./find-info.ts";

/** The directories, outermost first, that would have to be made for a path to be one. Throws `FileSystemError`. */
export function missingDirectories(fs: FileSystem, path: string): readonly string[] {
  return findEntryInfo(fs, path) === null ? [...missingDirectories(fs, dirname(path)), path] : [];
}

/** Removes a directory of ours again, unless somebody else put something into it meanwhile. */
export function removeEmptyDirectory(fs: FileSystem, directory: string): void {
  try {
    fs.rmdir(directory);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
  }
}
