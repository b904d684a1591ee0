import {
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import type { DirectoryEntry, FileInfo, FileKind, FileSystem } from "@metis-curate/core";
import { hasCode, translated } from "./file-system-error.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { writeNewFileSync } from "./write-new-file.ts";

const DEFAULT_DIRECTORY_MODE = 0o755;
const PERMISSION_BITS = 0o7777;

function kindOf(entry: Stats | Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

function toFileInfo(stats: Stats): FileInfo {
  return {
    kind: kindOf(stats),
    size: stats.size,
    mode: stats.mode & PERMISSION_BITS,
    device: stats.dev,
    inode: stats.ino,
    modifiedAtMs: stats.mtimeMs,
  };
}

function listDirectory(path: string): readonly DirectoryEntry[] {
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function makeDirectory(path: string, mode: number | undefined): void {
  mkdirSync(path, mode ?? DEFAULT_DIRECTORY_MODE);
  // An explicit mode is meant exactly; the umask applies to the default alone.
  if (mode !== undefined) chmodSync(path, mode);
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some network file systems cannot sync a directory: there is nothing more to ask of them.
    if (!hasCode(error, ["EINVAL", "ENOTSUP"])) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns the file system of this machine. Every method throws `FileSystemError` only; devices, sockets and
 * FIFOs are never opened (`io`).
 */
export function nodeFileSystem(): FileSystem {
  return {
    readFile: (path, limitBytes) =>
      translated("readFile", path, () => readRegularFile(path, limitBytes ?? Number.POSITIVE_INFINITY)),
    readdir: (path) => translated("readdir", path, () => listDirectory(path)),
    lstat: (path) => translated("lstat", path, () => toFileInfo(lstatSync(path))),
    stat: (path) => translated("stat", path, () => toFileInfo(statSync(path))),
    realpath: (path) => translated("realpath", path, () => realpathSync.native(path)),
    readlink: (path) => translated("readlink", path, () => readlinkSync(path)),
    writeNewFile: (path, bytes, mode) =>
      translated("writeNewFile", path, () => writeNewFileSync(path, bytes, mode)),
    mkdir: (path, mode) => translated("mkdir", path, () => makeDirectory(path, mode)),
    symlink: (target, path) => translated("symlink", path, () => symlinkSync(target, path)),
    rename: (from, to) => translated("rename", from, () => renameSync(from, to)),
    unlink: (path) => translated("unlink", path, () => unlinkSync(path)),
    rmdir: (path) => translated("rmdir", path, () => rmdirSync(path)),
    chmod: (path, mode) => translated("chmod", path, () => chmodSync(path, mode)),
    fsyncDirectory: (path) => translated("fsyncDirectory", path, () => syncDirectory(path)),
  };
}
