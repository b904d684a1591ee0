import { type FileSystem, FileSystemError } from "@metis-curate/core";

/** A file system whose every writing call throws `read-only`: what is served cannot change what it serves. */
export function readOnlyFileSystem(fs: FileSystem): FileSystem {
  const refuse =
    (operation: string) =>
    (path: string): never => {
      throw new FileSystemError("read-only", operation, path);
    };
  return {
    readFile: (path, limitBytes) => fs.readFile(path, limitBytes),
    readdir: (path) => fs.readdir(path),
    lstat: (path) => fs.lstat(path),
    stat: (path) => fs.stat(path),
    realpath: (path) => fs.realpath(path),
    readlink: (path) => fs.readlink(path),
    writeNewFile: refuse("writeNewFile"),
    mkdir: refuse("mkdir"),
    symlink: refuse("symlink"),
    rename: refuse("rename"),
    unlink: refuse("unlink"),
    rmdir: refuse("rmdir"),
    chmod: refuse("chmod"),
    fsyncDirectory: refuse("fsyncDirectory"),
  };
}
