import type { FileSystem } from "@metis-curate/core";

export type FileSystemOperation = keyof FileSystem;

/** Operations that change nothing. */
export const FILE_SYSTEM_READS: readonly FileSystemOperation[] = [
  "readFile",
  "readdir",
  "lstat",
  "stat",
  "realpath",
  "readlink",
];

/** Calls `before` ahead of every call to `inner`; what it throws replaces the call. */
export function observedFileSystem(
  inner: FileSystem,
  before: (operation: FileSystemOperation, path: string) => void,
): FileSystem {
  const observe = <A extends readonly unknown[], R>(
    operation: FileSystemOperation,
    call: (path: string, ...rest: A) => R,
  ): ((path: string, ...rest: A) => R) => {
    return (path, ...rest) => {
      before(operation, path);
      return call(path, ...rest);
    };
  };
  return {
    readFile: observe("readFile", (path, limit?: number) => inner.readFile(path, limit)),
    readdir: observe("readdir", (path) => inner.readdir(path)),
    lstat: observe("lstat", (path) => inner.lstat(path)),
    stat: observe("stat", (path) => inner.stat(path)),
    realpath: observe("realpath", (path) => inner.realpath(path)),
    readlink: observe("readlink", (path) => inner.readlink(path)),
    writeNewFile: observe("writeNewFile", (path, bytes: Uint8Array, mode?: number) =>
      inner.writeNewFile(path, bytes, mode),
    ),
    mkdir: observe("mkdir", (path, mode?: number) => inner.mkdir(path, mode)),
    symlink: observe("symlink", (target, path: string) => inner.symlink(target, path)),
    rename: observe("rename", (from, to: string) => inner.rename(from, to)),
    unlink: observe("unlink", (path) => inner.unlink(path)),
    rmdir: observe("rmdir", (path) => inner.rmdir(path)),
    chmod: observe("chmod", (path, mode: number) => inner.chmod(path, mode)),
    fsyncDirectory: observe("fsyncDirectory", (path) => inner.fsyncDirectory(path)),
  };
}
