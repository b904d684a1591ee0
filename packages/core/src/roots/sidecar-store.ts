import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "./root.ts";
import { decodeSidecar, formatSidecar } from "./sidecar-codec.ts";
import { isEmptySidecar } from "./sidecar-entry.ts";
import type { SidecarState } from "./sidecar-state.ts";
import { ensureDirectory, readFileInside, replaceFile, wouldLieInside } from "./tree/index.ts";

/** A larger `state.json` is not one of ours. */
const SIDECAR_BYTES_MAX = 16 * 1024 * 1024;
/** Name, beside `state.json`, of the one in the making. */
export const SIDECAR_TEMP_NAME = "state.json.tmp";

export type ReadSidecar =
  | { readonly kind: "missing" }
  | { readonly kind: "state"; readonly state: SidecarState }
  | { readonly kind: "corrupt"; readonly message: string }
  | { readonly kind: "other-version"; readonly version: string }
  | { readonly kind: "unreadable"; readonly message: string };

/**
 * Reads a root's `state.json`. `missing`: there is none, which means empty. `corrupt`: wrong bytes or
 * shape, or no regular file. `other-version`: never to be written. `unreadable`: it cannot be read now, or
 * its directory leads outside the workspace. CONTRACTS 3.
 */
export function readSidecar(fs: FileSystem, root: Root): ReadSidecar {
  try {
    const info = fs.lstat(root.sidecarPath);
    if (!isSidecarConfined(fs, root))
      return unreadable(`${dirname(root.sidecarPath)} leads outside ${root.base}`);
    if (info.kind !== "file") return { kind: "corrupt", message: `it is a ${info.kind}, not a file` };
    return decodeBytes(fs.readFile(root.sidecarPath, SIDECAR_BYTES_MAX));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "not-found") return { kind: "missing" };
    return error.kind === "too-large"
      ? { kind: "corrupt", message: "it is too large" }
      : unreadable(error.message);
  }
}

export type ReadSidecarText =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly message: string };

/** The text of a root's `state.json` as it is, right or wrong; `unreadable` also for a link or no regular file. */
export function readSidecarText(fs: FileSystem, root: Root): ReadSidecarText {
  try {
    const { kind } = fs.lstat(root.sidecarPath);
    if (kind !== "file") return unreadable(`${root.sidecarPath} is a ${kind}, not a file`);
    if (!isSidecarConfined(fs, root))
      return unreadable(`${dirname(root.sidecarPath)} leads outside ${root.base}`);
    return { kind: "text", text: new TextDecoder().decode(readShownState(fs, root)) };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return error.kind === "not-found" ? { kind: "missing" } : unreadable(error.message);
  }
}

/**
 * Writes a root's `state.json` whole, durably, replacing the old one; an empty state is no file, so the
 * old one is removed. Throws `FileSystemError`, then the old file stands; also when the directory leads
 * outside the workspace, or the file there has another version.
 */
export function writeSidecar(fs: FileSystem, root: Root, state: SidecarState): void {
  const before = readSidecar(fs, root);
  if (before.kind === "other-version" || before.kind === "unreadable") {
    throw new FileSystemError("permission-denied", "writeSidecar", root.sidecarPath, before);
  }
  const directory = dirname(root.sidecarPath);
  if (isEmptySidecar(state)) {
    if (before.kind === "missing") return;
    fs.unlink(root.sidecarPath);
    fs.fsyncDirectory(directory);
    return;
  }
  if (!isSidecarConfined(fs, root))
    throw new FileSystemError("permission-denied", "writeSidecar", root.sidecarPath);
  ensureDirectory(fs, directory);
  const inside = root.scope === "global" ? null : root.base;
  const bytes = new TextEncoder().encode(formatSidecar(state));
  replaceFile(fs, root.sidecarPath, bytes, SIDECAR_TEMP_NAME, inside);
}

/**
 * Renames a corrupt `state.json` to `state.json.corrupt-<stamp>` (`-2`, `-3` when taken), bytes kept, and
 * returns the new path. Throws `FileSystemError`.
 */
export function setAsideCorrupt(fs: FileSystem, root: Root, stamp: string): string {
  const directory = dirname(root.sidecarPath);
  const taken = new Set(fs.readdir(directory).map((entry) => entry.name));
  const stem = `state.json.corrupt-${stamp}`;
  let name = stem;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`;
  const aside = join(directory, name);
  fs.rename(root.sidecarPath, aside);
  fs.fsyncDirectory(directory);
  return aside;
}

/** What is shown as it is must be ours: a link may have been put in the way since it was looked at. */
function readShownState(fs: FileSystem, root: Root): Uint8Array {
  if (root.scope === "global") return fs.readFile(root.sidecarPath, SIDECAR_BYTES_MAX);
  return readFileInside(fs, root.base, root.sidecarPath, SIDECAR_BYTES_MAX);
}

function decodeBytes(bytes: Uint8Array): ReadSidecar {
  try {
    return decodeSidecar(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { kind: "corrupt", message: "it is not valid UTF-8" };
  }
}

function unreadable(message: string): { readonly kind: "unreadable"; readonly message: string } {
  return { kind: "unreadable", message };
}

/**
 * Whether the directory of `state.json` lies in the workspace: a repository must not lead our writes elsewhere. The
 * home directory is the operator's own. Throws `FileSystemError` when it cannot be told.
 */
export function isSidecarConfined(fs: FileSystem, root: Root): boolean {
  return root.scope === "global" || wouldLieInside(fs, root.base, dirname(root.sidecarPath));
}
