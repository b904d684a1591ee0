import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { discardVerified } from "./discard-verified.ts";
import { hashTree } from "./hash-tree.ts";
import { REMOVING_PREFIX, TEMP_PREFIX } from "./leftover-names.ts";
import { namesIn } from "./names-in.ts";
import { removeTree } from "./remove-tree.ts";

export interface SweepOptions {
  /** Absolute path of the copy that a `.metis-removing-<id>` was made, if it is known. */
  readonly findCopy?: (id: string) => string | null;
}

export interface SweepReport {
  /** Names removed. */
  readonly removed: readonly string[];
  /** Names of ours that stay: a source without a verified copy, or what could not be removed. */
  readonly kept: readonly string[];
}

function sweep(fs: FileSystem, path: string, name: string, options: SweepOptions): boolean {
  if (name.startsWith(TEMP_PREFIX)) {
    removeTree(fs, path);
    return true;
  }
  const id = name.slice(REMOVING_PREFIX.length);
  const copy = options.findCopy?.(id) ?? null;
  if (copy === null || hashTree(fs, path) !== hashTree(fs, copy)) return false;
  discardVerified(fs, path, id);
  return true;
}

function sweptQuietly(fs: FileSystem, path: string, name: string, options: SweepOptions): boolean {
  try {
    return sweep(fs, path, name, options);
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

/**
 * Removes what a killed process left directly in a directory: our temp copies, and a source on its way out
 * only if it equals its copy byte for byte. Call it under the root's lock. A missing directory is clean.
 * Throws `FileSystemError` when the directory cannot be listed.
 */
export function sweepLeftovers(fs: FileSystem, directory: string, options: SweepOptions = {}): SweepReport {
  const ours = namesIn(fs, directory).filter(
    (name) => name.startsWith(TEMP_PREFIX) || name.startsWith(REMOVING_PREFIX),
  );
  const removed = ours.filter((name) => sweptQuietly(fs, join(directory, name), name, options));
  return { removed, kept: ours.filter((name) => !removed.includes(name)) };
}
