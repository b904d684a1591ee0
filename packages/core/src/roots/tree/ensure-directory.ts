import { dirname } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";

function isDirectory(fs: FileSystem, path: string): boolean {
  try {
    return fs.stat(path).kind === "directory";
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return false;
    throw error;
  }
}

function makeDirectory(fs: FileSystem, path: string): void {
  try {
    fs.mkdir(path);
  } catch (error) {
    // Someone else may have made it meanwhile; anything but a directory keeps its own error.
    if (isDirectory(fs, path)) return;
    throw error;
  }
}

/**
 * Makes a directory and its missing parents, each durable in its own parent. An existing directory, or a
 * link to one, is left as it is. Throws `FileSystemError`: `exists` when something else has the name.
 */
export function ensureDirectory(fs: FileSystem, path: string): void {
  if (isDirectory(fs, path)) return;
  const parent = dirname(path);
  if (parent !== path) ensureDirectory(fs, parent);
  makeDirectory(fs, path);
  fs.fsyncDirectory(parent);
}
