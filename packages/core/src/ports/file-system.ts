import { describeFileError } from "./describe-file-error.ts";

/** What a directory entry is; `other` is a device, socket or FIFO and is never opened. */
export type FileKind = "file" | "directory" | "link" | "other";

export interface FileInfo {
  readonly kind: FileKind;
  readonly size: number;
  /** Permission bits only (`0o7777`). */
  readonly mode: number;
  readonly device: number;
  readonly inode: number;
  readonly modifiedAtMs: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

export type FileSystemErrorKind =
  | "not-found"
  | "exists"
  | "not-empty"
  | "not-a-directory"
  | "is-a-directory"
  | "permission-denied"
  | "read-only"
  | "no-space"
  | "cross-device"
  | "too-many-open-files"
  | "name-too-long"
  | "link-loop"
  | "too-large"
  | "busy"
  | "io";

/** The one error a `FileSystem` throws; `kind` is what callers branch on, `cause` the platform's own error. */
export class FileSystemError extends Error {
  override readonly name = "FileSystemError";
  readonly kind: FileSystemErrorKind;
  readonly operation: string;
  readonly path: string;

  constructor(kind: FileSystemErrorKind, operation: string, path: string, cause?: unknown) {
    super(describeFileError(kind, operation, path), cause === undefined ? {} : { cause });
    this.kind = kind;
    this.operation = operation;
    this.path = path;
  }
}

/**
 * The file system as the curator uses it: POSIX calls on absolute paths, synchronous, each one effect.
 * Every method throws `FileSystemError` and nothing else. Composite operations (atomic replace, tree copy)
 * are built above this port, so that a fault can be injected between any two calls.
 */
export interface FileSystem {
  /** Reads a whole regular file; follows links. Throws `too-large` above `limitBytes` without reading it. */
  readFile(path: string, limitBytes?: number): Uint8Array;
  /** Entries of a directory, sorted by name in code-unit order. */
  readdir(path: string): readonly DirectoryEntry[];
  /** Describes the entry itself; never follows a link in the last component. */
  lstat(path: string): FileInfo;
  /** Describes what the path leads to; follows links. */
  stat(path: string): FileInfo;
  realpath(path: string): string;
  readlink(path: string): string;
  /** Creates a file that must not exist (O_EXCL), writes all bytes and fsyncs it. Default mode 0o644. */
  writeNewFile(path: string, bytes: Uint8Array, mode?: number): void;
  /** Creates one directory; throws `exists` when anything has the name. Default mode 0o755. */
  mkdir(path: string, mode?: number): void;
  symlink(target: string, path: string): void;
  /** POSIX rename: atomic, replaces a file, throws `cross-device` between file systems. */
  rename(from: string, to: string): void;
  unlink(path: string): void;
  /** Removes an empty directory. */
  rmdir(path: string): void;
  chmod(path: string, mode: number): void;
  /** Makes the names in a directory durable. */
  fsyncDirectory(path: string): void;
}
