import type { FileSystemErrorKind } from "./file-system.ts";

/** What was tried, for a person; an operation that is not here speaks for itself. */
const VERBS: Readonly<Record<string, string>> = {
  readFile: "read",
  readdir: "list",
  lstat: "look at",
  stat: "look at",
  realpath: "resolve",
  readlink: "read the link",
  writeNewFile: "create",
  mkdir: "make the directory",
  symlink: "make the link",
  rename: "rename",
  unlink: "remove",
  rmdir: "remove the directory",
  chmod: "change the mode of",
  fsyncDirectory: "sync",
  hashTree: "read all of",
  copyTree: "copy",
  moveTree: "move",
  replaceFile: "replace",
  writeSidecar: "write",
  lock: "lock",
};

const REASONS: Readonly<Record<FileSystemErrorKind, string>> = {
  "not-found": "it is not there",
  exists: "something is there already",
  "not-empty": "it is not empty",
  "not-a-directory": "a part of its path is no directory",
  "is-a-directory": "it is a directory",
  "permission-denied": "permission denied",
  "read-only": "the file system is read-only",
  "no-space": "no space left on its disk; make room and try again",
  "cross-device": "it is on another disk",
  "too-many-open-files": "too many open files; raise the limit (ulimit -n) and try again",
  "name-too-long": "the name is too long",
  "link-loop": "its links lead in a circle",
  "too-large": "it is too large",
  busy: "it is in use or changed meanwhile",
  io: "input/output error",
};

/** One line that says what could not be done, where, and why: `cannot create /x: permission denied`. */
export function describeFileError(kind: FileSystemErrorKind, operation: string, path: string): string {
  return `cannot ${VERBS[operation] ?? operation} ${path}: ${REASONS[kind]}`;
}
