import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { findEntryInfo } from "../roots/tree/find-info.ts";
import { ensureDirectory, hashTree, namesIn, removeTree, replaceFile } from "../roots/tree/index.ts";
import type { PlannedStep, StagedFile } from "./action-plan.ts";
import { decodeIntent, formatIntent, type Intent } from "./intent.ts";
import type { Step } from "./step.ts";
import { hashBytes } from "./step-state.ts";

const INTENT_SUFFIX = ".json";
const PRIVATE_FILE_MODE = 0o600;
/** A larger file is no intent of ours. */
const INTENT_BYTES_MAX = 16 * 1024 * 1024;

export function intentsDir(root: Root): string {
  return join(root.privateDir, "intents");
}

export function stagingDir(root: Root, intentId: string): string {
  return join(root.privateDir, "staging", intentId);
}

export interface FoundIntent {
  readonly fileName: string;
  /** Null when the file is not an intent. */
  readonly intent: Intent | null;
}

/** Unfinished intents of a root, oldest first. Throws `FileSystemError` when the directory cannot be read. */
export function listIntents(fs: FileSystem, root: Root): readonly FoundIntent[] {
  return namesIn(fs, intentsDir(root))
    .filter((name) => name.endsWith(INTENT_SUFFIX))
    .flatMap((fileName) => readIntent(fs, intentsDir(root), fileName) ?? []);
}

/** Null when it was removed since it was listed: a reading command has no lock. */
function readIntent(fs: FileSystem, directory: string, fileName: string): FoundIntent | null {
  const path = join(directory, fileName);
  try {
    if (fs.lstat(path).kind !== "file") return { fileName, intent: null };
    return { fileName, intent: decodeIntent(new TextDecoder().decode(fs.readFile(path, INTENT_BYTES_MAX))) };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "not-found") return null;
    if (error.kind === "too-large") return { fileName, intent: null };
    throw error;
  }
}

/** Writes the intent so that it survives power loss. Throws `FileSystemError`. */
export function writeIntent(fs: FileSystem, root: Root, intent: Intent): void {
  const directory = intentsDir(root);
  ensureDirectory(fs, directory);
  const temp = join(directory, `.${intent.id}`);
  removeTree(fs, temp);
  fs.writeNewFile(temp, new TextEncoder().encode(formatIntent(intent)), PRIVATE_FILE_MODE);
  fs.rename(temp, join(directory, intent.id + INTENT_SUFFIX));
  fs.fsyncDirectory(directory);
}

/** Replaces a written intent by one with its events settled. Throws `FileSystemError`. */
export function rewriteIntent(fs: FileSystem, root: Root, intent: Intent): void {
  const path = join(intentsDir(root), intent.id + INTENT_SUFFIX);
  replaceFile(fs, path, new TextEncoder().encode(formatIntent(intent)), `.${intent.id}`);
}

/** Forgets an intent and its staged bytes. Throws `FileSystemError`. */
export function removeIntent(fs: FileSystem, root: Root, intentId: string): void {
  const directory = intentsDir(root);
  fs.unlink(join(directory, intentId + INTENT_SUFFIX));
  fs.fsyncDirectory(directory);
  removeTree(fs, stagingDir(root, intentId));
}

/** Moves an intent that cannot be finished out of the way, staged bytes kept. Throws `FileSystemError`. */
export function setIntentAside(fs: FileSystem, root: Root, fileName: string): string {
  const aside = join(root.privateDir, "aside");
  ensureDirectory(fs, aside);
  const target = join(aside, freeName(fs, aside, fileName));
  fs.rename(join(intentsDir(root), fileName), target);
  fs.fsyncDirectory(aside);
  fs.fsyncDirectory(intentsDir(root));
  return target;
}

/** A record that was set aside before is never replaced: `x.json`, then `x-2.json`. */
function freeName(fs: FileSystem, directory: string, fileName: string): string {
  const stem = fileName.slice(0, -INTENT_SUFFIX.length);
  let name = fileName;
  for (let number = 2; findEntryInfo(fs, join(directory, name)) !== null; number += 1) {
    name = `${stem}-${number}${INTENT_SUFFIX}`;
  }
  return name;
}

/** Removes staged bytes and torn files of ours that no intent refers to; call under the lock, after recovery. */
export function sweepStaging(fs: FileSystem, root: Root): void {
  const kept = new Set(
    namesIn(fs, join(root.privateDir, "aside")).map((name) => name.replace(INTENT_SUFFIX, "")),
  );
  for (const name of namesIn(fs, join(root.privateDir, "staging"))) {
    if (!kept.has(name)) removeTree(fs, stagingDir(root, name));
  }
  sweepFiles(fs, root.privateDir, (name) => name.endsWith(".tmp"));
  sweepFiles(fs, intentsDir(root), (name) => name.startsWith("."));
}

/** What is no file was not made by us, and stays. */
function sweepFiles(fs: FileSystem, directory: string, isOurs: (name: string) => boolean): void {
  for (const name of namesIn(fs, directory).filter(isOurs)) {
    const path = join(directory, name);
    if (findEntryInfo(fs, path)?.kind === "file") fs.unlink(path);
  }
}

/** Puts the bytes of all steps below the staging directory, durably, and gives the steps that refer to them. */
export function stageSteps(
  fs: FileSystem,
  root: Root,
  intentId: string,
  steps: readonly PlannedStep[],
): Step[] {
  const directory = stagingDir(root, intentId);
  if (steps.every(needsNoBytes)) return [...steps];
  ensureDirectory(fs, directory);
  const staged = steps.map((step, index) => stageStep(fs, directory, String(index), step));
  fs.fsyncDirectory(directory);
  return staged;
}

function needsNoBytes(step: PlannedStep): step is Extract<PlannedStep, Step> {
  return step.kind === "move-tree" || step.kind === "remove-file";
}

function stageStep(fs: FileSystem, directory: string, staged: string, step: PlannedStep): Step {
  switch (step.kind) {
    case "move-tree":
    case "remove-file":
      return step;
    case "put-tree": {
      const tree = join(directory, staged);
      stageTree(fs, tree, step.files);
      return { kind: "put-tree", place: step.place, hash: hashTree(fs, tree), staged };
    }
    case "put-file": {
      fs.writeNewFile(join(directory, staged), step.bytes, PRIVATE_FILE_MODE);
      const { place, before, mode } = step;
      return { kind: "put-file", place, before, after: hashBytes(step.bytes), staged, mode };
    }
  }
}

function stageTree(fs: FileSystem, tree: string, files: readonly StagedFile[]): void {
  ensureDirectory(fs, tree);
  for (const file of files) {
    const path = join(tree, file.path);
    ensureDirectory(fs, dirname(path));
    fs.writeNewFile(path, file.bytes, file.mode);
  }
}
