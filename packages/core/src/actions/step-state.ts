import { createHash } from "node:crypto";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { hashTree } from "../roots/tree/index.ts";
import { type Place, placePath } from "./place.ts";
import type { MoveTreeStep, Step, StepState } from "./step.ts";

/** SHA-256 of bytes, hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Tree hash of a place; null when nothing is there. Throws `FileSystemError` when it cannot be read. */
export function findTreeHash(fs: FileSystem, root: Root, place: Place): string | null {
  return absentAsNull(() => hashTree(fs, placePath(root, place)));
}

/** Hash of a file's bytes; null when nothing is there. Throws `FileSystemError` when it cannot be read. */
export function findFileHash(fs: FileSystem, root: Root, place: Place): string | null {
  return absentAsNull(() => hashBytes(fs.readFile(placePath(root, place))));
}

/** Where a step stands, from the disk alone. Throws `FileSystemError` when the disk cannot be read. */
export function stepState(fs: FileSystem, root: Root, step: Step): StepState {
  switch (step.kind) {
    case "move-tree":
      return moveState(fs, root, step);
    case "put-tree":
      return fit(findTreeHash(fs, root, step.place), null, step.hash);
    case "put-file":
      return fit(findFileHash(fs, root, step.place), step.before, step.after);
    case "remove-file":
      return fit(findFileHash(fs, root, step.place), step.before, null);
  }
}

function fit(found: string | null, before: string | null, after: string | null): StepState {
  if (found === after) return "landed";
  return found === before ? "pending" : "foreign";
}

/** Both in place with the same hash is a move between file systems whose source is not yet gone: pending. */
function moveState(fs: FileSystem, root: Root, step: MoveTreeStep): StepState {
  const from = findTreeHash(fs, root, step.from);
  const to = findTreeHash(fs, root, step.to);
  if (from === null && to === step.hash) return "landed";
  if (from === step.hash && (to === null || to === step.hash)) return "pending";
  return "foreign";
}

function absentAsNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return null;
    throw error;
  }
}
