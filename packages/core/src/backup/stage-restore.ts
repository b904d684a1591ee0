import { join } from "node:path";
import type { EventEnvelope } from "../events/envelope.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { ensureDirectory, hashTree, removeTree } from "../roots/tree/index.ts";
import { BackupFault } from "./backup-fault.ts";
import type { EntryNode } from "./entry-tree.ts";
import { TREE_NAME } from "./manifest.ts";
import type { RestoreChange } from "./plan-restore-changes.ts";
import { sha256Of } from "./read-entries.ts";
import { formatEvents, type RestoreStep, restoreDir } from "./restore-journal.ts";

const EVENTS_NAME = "events.jsonl";
const STAGED_NAME = "staged";
const FILLING_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;
const READ_BIT = 0o400;

export interface StagedRestore {
  readonly steps: readonly RestoreStep[];
  readonly eventsHash: string;
}

export function stagedPath(root: Root, id: string, staged: string): string {
  return join(restoreDir(root, id), STAGED_NAME, staged);
}

export function eventsPath(root: Root, id: string): string {
  return join(restoreDir(root, id), EVENTS_NAME);
}

/**
 * Copies everything a restore puts back out of the backup, with the modes of the manifest, durably, before the
 * library is touched: the backup may be on a disk that goes away. Throws `BackupFault` (`damaged`) when a file
 * is no longer as it was verified, and `FileSystemError`.
 */
export function stageRestore(
  fs: FileSystem,
  root: Root,
  id: string,
  from: {
    readonly backup: string;
    readonly changes: readonly RestoreChange[];
    readonly events: readonly EventEnvelope[];
  },
): StagedRestore {
  const directory = join(restoreDir(root, id), STAGED_NAME);
  ensureDirectory(fs, directory);
  const steps = from.changes.map((change, index) => stageChange(fs, root, id, from.backup, change, index));
  fs.fsyncDirectory(directory);
  const text = new TextEncoder().encode(formatEvents(from.events));
  fs.writeNewFile(eventsPath(root, id), text, PRIVATE_FILE_MODE);
  fs.fsyncDirectory(restoreDir(root, id));
  return { steps, eventsHash: sha256Of(text) };
}

/** Removes what restores that never began, or are over, had staged. Throws `FileSystemError`. */
export function sweepRestores(fs: FileSystem, root: Root): void {
  removeTree(fs, join(root.privateDir, "restoring"));
}

function stageChange(
  fs: FileSystem,
  root: Root,
  id: string,
  backup: string,
  change: RestoreChange,
  index: number,
): RestoreStep {
  if (change.kind === "mode") return { ...change };
  const { path, wanted, isTaken: wasTaken } = change;
  if (wanted === null) return { kind: "entry", path, hash: null, staged: null, wasTaken };
  const staged = String(index);
  const target = stagedPath(root, id, staged);
  copyNode(fs, join(backup, TREE_NAME), wanted, target);
  return { kind: "entry", path, hash: hashTree(fs, target), staged, wasTaken };
}

function copyNode(fs: FileSystem, tree: string, node: EntryNode, target: string): void {
  const { entry } = node;
  if (entry.kind === "file") {
    const bytes = fs.readFile(join(tree, entry.path), entry.size);
    if (sha256Of(bytes) !== entry.sha256) {
      throw new BackupFault("damaged", `${JSON.stringify(entry.path)} changed after it was verified`);
    }
    fs.writeNewFile(target, bytes, entry.mode);
    return;
  }
  fs.mkdir(target, FILLING_MODE);
  for (const [name, child] of node.children) copyNode(fs, tree, child, join(target, name));
  fs.fsyncDirectory(target);
  // Last, since a directory may be read-only.
  fs.chmod(target, entry.mode);
  if ((entry.mode & READ_BIT) !== 0) fs.fsyncDirectory(target);
}
