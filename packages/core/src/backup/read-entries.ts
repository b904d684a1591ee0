import { createHash } from "node:crypto";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { readFileInside } from "../roots/tree/index.ts";
import { type BackupEntry, FACTS_ENTRY, type FoundEntry, type LeftOut } from "./backup-entry.ts";
import { entryPath, type Listing, listEntries } from "./list-entries.ts";

export interface ReadEntries {
  readonly entries: readonly BackupEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** Called with the bytes of each file, in order. */
export type EntryVisitor = (entry: BackupEntry, bytes: Uint8Array) => void;

/**
 * Reads every listed entry once and returns it with its hash; a file that may not be read is left out, one
 * that vanished is not there. Throws `FileSystemError`: `too-large` when a file grew beyond `bytesLeft` in all.
 */
export function readEntries(
  fs: FileSystem,
  root: Root,
  listing: Listing,
  bytesMax: number,
  visit: EntryVisitor = () => {},
): ReadEntries {
  const leftOut = [...listing.leftOut];
  let bytesLeft = bytesMax;
  const entries = listing.entries.flatMap((found): readonly BackupEntry[] => {
    if (found.kind === "directory") {
      const directory = { kind: "directory", path: found.path, mode: found.mode } as const;
      visit(directory, new Uint8Array());
      return [directory];
    }
    const bytes = readBytes(fs, root, found.path, bytesLeft);
    if (bytes === "unreadable") leftOut.push({ path: found.path, kind: "unreadable" });
    if (typeof bytes === "string") return [];
    bytesLeft -= bytes.length;
    const entry = fileEntry(found, bytes);
    visit(entry, bytes);
    return [entry];
  });
  return { entries, leftOut };
}

/** Everything of a root as it is now. Throws as `listEntries` and `readEntries`. */
export function readPresent(fs: FileSystem, root: Root, bytesMax: number): ReadEntries {
  return readEntries(fs, root, listEntries(fs, root), bytesMax);
}

/** True when both found the same, and left the same out. */
export function isSameReading(one: ReadEntries, other: ReadEntries): boolean {
  if (one.entries.length !== other.entries.length || one.leftOut.length !== other.leftOut.length)
    return false;
  return (
    one.entries.every((entry, index) => isSameEntry(entry, other.entries[index])) &&
    one.leftOut.every(({ path, kind }, index) => {
      const that = other.leftOut[index];
      return that !== undefined && that.path === path && that.kind === kind;
    })
  );
}

export function isSameEntry(one: BackupEntry, other: BackupEntry | undefined): boolean {
  if (other === undefined || one.path !== other.path || one.mode !== other.mode) return false;
  if (one.kind === "directory" || other.kind === "directory") return one.kind === other.kind;
  return one.sha256 === other.sha256 && one.size === other.size;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function fileEntry({ path, mode }: FoundEntry, bytes: Uint8Array): BackupEntry {
  return { kind: "file", path, mode, size: bytes.length, sha256: sha256Of(bytes) };
}

function readBytes(
  fs: FileSystem,
  root: Root,
  path: string,
  limitBytes: number,
): Uint8Array | "unreadable" | "gone" {
  const file = entryPath(root, path);
  try {
    // The home directory is the operator's own; in a workspace a link may have been swapped in since the listing.
    if (root.scope === "global" || path === FACTS_ENTRY) return fs.readFile(file, limitBytes);
    return readFileInside(fs, root.base, file, limitBytes);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "permission-denied") return "unreadable";
    if (error.kind === "not-found") return "gone";
    throw error;
  }
}
