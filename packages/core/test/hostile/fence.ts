import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "@metis-curate/core";
import { type FileSystemOperation, observedFileSystem } from "@metis-curate/testkit";

/** Calls that tell nothing of a file but its kind or its path. */
const LOOKS: readonly FileSystemOperation[] = ["lstat", "stat", "realpath", "readlink"];
/** Calls that act on the name itself, and would on a link too. */
const ON_THE_NAME: readonly FileSystemOperation[] = [
  "writeNewFile",
  "mkdir",
  "symlink",
  "rename",
  "unlink",
  "rmdir",
];

export interface Fence {
  readonly fs: FileSystem;
  /** Calls that read or changed something outside, `readFile /etc/passwd`. */
  readonly crossings: readonly string[];
}

/** Lets every call through and notes each that reads or changes anything outside of these directories, by real path. */
export function fenceFileSystem(inner: FileSystem, inside: readonly string[]): Fence {
  const crossings: string[] = [];
  const fs = observedFileSystem(inner, (operation, path) => {
    if (LOOKS.includes(operation)) return;
    const real = realPathOf(inner, operation, path);
    if (real === null || inside.some((base) => real === base || real.startsWith(`${base}/`))) return;
    crossings.push(`${operation} ${real}`);
  });
  return { fs, crossings };
}

/** Null for what is not there: a call that fails reads nothing. */
function realPathOf(fs: FileSystem, operation: FileSystemOperation, path: string): string | null {
  try {
    if (!ON_THE_NAME.includes(operation)) return fs.realpath(path);
    return join(fs.realpath(dirname(path)), path.slice(path.lastIndexOf("/") + 1));
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
