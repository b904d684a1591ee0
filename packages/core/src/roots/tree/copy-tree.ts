import { dirname } from "node:path";
import { type FileInfo, type FileSystem, FileSystemError } from "../../ports/file-system.ts";

const FILLING_MODE = 0o700;
const READ_BIT = 0o400;

function copyDirectory(fs: FileSystem, from: string, to: string, mode: number): void {
  fs.mkdir(to, FILLING_MODE);
  for (const { name } of fs.readdir(from)) copyEntry(fs, `${from}/${name}`, `${to}/${name}`);
  fs.fsyncDirectory(to);
  // Last, since a directory may be read-only; then once more durable, unless its mode forbids opening it.
  fs.chmod(to, mode);
  if ((mode & READ_BIT) !== 0) fs.fsyncDirectory(to);
}

function copyEntry(fs: FileSystem, from: string, to: string): void {
  const info: FileInfo = fs.lstat(from);
  switch (info.kind) {
    case "directory":
      copyDirectory(fs, from, to, info.mode);
      return;
    case "file":
      fs.writeNewFile(to, fs.readFile(from), info.mode);
      return;
    case "link":
      fs.symlink(fs.readlink(from), to);
      return;
    case "other":
      throw new FileSystemError("io", "copyTree", from);
  }
}

/**
 * Copies a tree exactly and durably: bytes, mode bits, links as links (never followed). Nothing may have the
 * name `to` (`exists`). Throws `FileSystemError`: `io` for a device, socket or FIFO; a part may be there then.
 */
export function copyTree(fs: FileSystem, from: string, to: string): void {
  copyEntry(fs, from, to);
  fs.fsyncDirectory(dirname(to));
}
