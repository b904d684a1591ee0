import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { missingDirectories, removeEmptyDirectory } from "../roots/tree/empty-directories.ts";
import {
  copyTree,
  ensureDirectory,
  hasEntry,
  hashTree,
  moveTree,
  namesIn,
  REMOVING_PREFIX,
  removeTree,
  removeTreeQuietly,
  resolvesInside,
  TEMP_PREFIX,
  wouldLieInside,
} from "../roots/tree/index.ts";
import { placePath } from "./place.ts";
import type { MoveTreeStep, PutFileStep, PutTreeStep, Step } from "./step.ts";
import { findFileHash, findTreeHash, hashBytes, stepState } from "./step-state.ts";

export interface StepContext {
  readonly fs: FileSystem;
  readonly root: Root;
  /** Unique per step of an intent: names the temporary files of the step. */
  readonly stepId: string;
  /** Absolute staging directory of the intent. */
  readonly stagingDir: string;
}

/** Something else changed a skill while the curator was at it; the skill was left as it is found now. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
}

/** The bytes an intent had staged are not those it was written for. */
export class StagingDamaged extends Error {
  override readonly name = "StagingDamaged";
}

/**
 * Applies one pending step durably. Throws `ChangedMeanwhile` when the content moved is not the content
 * that was planned (then it has been moved back), `StagingDamaged`, or `FileSystemError`.
 */
export function applyStep(context: StepContext, step: Step): void {
  refuseStray(context, step);
  switch (step.kind) {
    case "move-tree":
      moveAndCheck(context, step);
      return;
    case "put-tree":
      putTree(context, step);
      return;
    case "put-file":
      putFile(context, step);
      return;
    case "remove-file": {
      const path = placePath(context.root, step.place);
      context.fs.unlink(path);
      context.fs.fsyncDirectory(dirname(path));
      removeEmptyParents(context, path);
      return;
    }
  }
}

/** A directory on the way may have been swapped for a link since it was examined (CONTRACTS 2). */
function refuseStray({ fs, root }: StepContext, step: Step): void {
  if (root.scope === "global") return;
  const places = step.kind === "move-tree" ? [step.from, step.to] : [step.place];
  for (const place of places) {
    const parent = dirname(placePath(root, place));
    if (!wouldLieInside(fs, root.base, parent)) {
      throw strayed(parent);
    }
  }
}

/** The same after the fact: whether what was just made or moved lies elsewhere. */
function hasLeft({ fs, root }: StepContext, path: string): boolean {
  return root.scope === "workspace" && !resolvesInside(fs, root.base, path);
}

function strayed(path: string): FileSystemError {
  return new FileSystemError("permission-denied", "leave the workspace by", path);
}

/** Takes back a landed step of an action that cannot go on. Throws `FileSystemError`. */
export function revertStep(context: StepContext, step: Step): void {
  const { fs, root } = context;
  switch (step.kind) {
    case "move-tree":
      refuseStray(context, step);
      moveBack(context, step);
      return;
    case "put-tree":
      if (findTreeHash(fs, root, step.place) === step.hash) removeTree(fs, placePath(root, step.place));
      return;
    case "put-file":
      if (step.before !== null)
        throw new Error("a replaced file is the last required step and is never reverted");
      if (findFileHash(fs, root, step.place) !== step.after) return;
      fs.unlink(placePath(root, step.place));
      removeEmptyParentsQuietly(context, placePath(root, step.place));
      return;
    case "remove-file":
      throw new Error("a removed file lies in the snapshot and is never reverted");
  }
}

/**
 * Directories that came with an added file go with it; the skill's own holds SKILL.md and stays. Throws
 * `FileSystemError`.
 */
function removeEmptyParents({ fs, root }: StepContext, path: string): void {
  const top = [root.skillsDir, root.archiveDir];
  for (let directory = dirname(path); !top.includes(directory); directory = dirname(directory)) {
    if (!hasEntry(fs, directory)) continue;
    if (namesIn(fs, directory).length > 0) return;
    fs.rmdir(directory);
    fs.fsyncDirectory(dirname(directory));
  }
}

/** The file is gone as it should be; an empty directory that cannot be removed is no reason to stop. */
function removeEmptyParentsQuietly(context: StepContext, path: string): void {
  try {
    removeEmptyParents(context, path);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
  }
}

/** Carries a step that was cut half way to its end, and clears what a finished one left. */
export function resumeStep(context: StepContext, step: Step): void {
  const { fs, root } = context;
  if (step.kind === "remove-file" && findFileHash(fs, root, step.place) === null) {
    removeEmptyParentsQuietly(context, placePath(root, step.place));
  }
  if (step.kind !== "move-tree") return;
  const begun = isUnderway(context, step);
  const arrived = stepState(fs, root, step) !== "foreign" && findTreeHash(fs, root, step.to) !== null;
  if (!begun && !arrived) return;
  refuseStray(context, step);
  moveAndCheck(context, step);
}

/**
 * What a step that failed has left behind: nothing (`untouched`), nothing of ours beside what somebody else
 * changed (`changed`), or something of its own that must be finished or taken back (`partial`).
 */
export type Aftermath = "untouched" | "changed" | "partial";

/** Looks at the disk after a failed step, temporary copies of ours aside. Throws `FileSystemError`. */
export function aftermathOf(context: StepContext, step: Step): Aftermath {
  const state = stepState(context.fs, context.root, step);
  if (step.kind === "move-tree") {
    const arrived = findTreeHash(context.fs, context.root, step.to) !== null;
    if (arrived || isUnderway(context, step)) return "partial";
  }
  if (state === "landed") return "partial";
  return state === "pending" ? "untouched" : "changed";
}

/** The source of a move between file systems has left its name but is not yet gone. */
function isUnderway({ fs, root, stepId }: StepContext, step: MoveTreeStep): boolean {
  return hasEntry(fs, join(dirname(placePath(root, step.from)), REMOVING_PREFIX + stepId));
}

function moveAndCheck(context: StepContext, step: MoveTreeStep): void {
  const { fs, root, stepId } = context;
  const to = placePath(root, step.to);
  ensureDirectory(fs, dirname(to));
  refuseStray(context, step);
  try {
    moveTree(fs, placePath(root, step.from), to, { tempSuffix: stepId });
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "busy") throw changed(step);
    throw error;
  }
  const isOutside = hasLeft(context, to);
  if (!isOutside && hashTree(fs, to) === step.hash) return;
  moveBack(context, step);
  throw isOutside ? strayed(to) : changed(step);
}

/** To where it was a moment ago: had a link led somewhere else by then, it goes back there too. */
function moveBack({ fs, root, stepId }: StepContext, { from, to }: MoveTreeStep): void {
  moveTree(fs, placePath(root, to), placePath(root, from), { tempSuffix: `${stepId}-back` });
}

function changedFile(step: PutFileStep): ChangedMeanwhile {
  return new ChangedMeanwhile(`${step.place.path} changed while it was being written; left as it is`);
}

function changed(step: MoveTreeStep): ChangedMeanwhile {
  return new ChangedMeanwhile(`${step.skill} changed while it was being moved; it was moved back`);
}

function putTree(context: StepContext, step: PutTreeStep): void {
  const { fs, root } = context;
  const to = placePath(root, step.place);
  const temp = join(dirname(to), TEMP_PREFIX + context.stepId);
  const staged = join(context.stagingDir, step.staged);
  if (hashTree(fs, staged) !== step.hash) throw new StagingDamaged(step.place.path);
  ensureDirectory(fs, dirname(to));
  publish(context, temp, to, () => copyTree(fs, staged, temp));
}

function putFile(context: StepContext, step: PutFileStep): void {
  const { fs, root } = context;
  const path = placePath(root, step.place);
  const bytes = fs.readFile(join(context.stagingDir, step.staged));
  if (hashBytes(bytes) !== step.after) throw new StagingDamaged(step.place.path);
  const temp = join(dirname(path), TEMP_PREFIX + context.stepId);
  makingParents(fs, dirname(path), () => {
    const mode = step.before === null ? step.mode : fs.lstat(path).mode;
    publish(context, temp, path, () => {
      fs.writeNewFile(temp, bytes, mode);
      // Looked at again as late as can be: what an agent writes between this and the rename is lost.
      if (findFileHash(fs, root, step.place) !== step.before) throw changedFile(step);
    });
  });
}

/** Makes the missing parents of a file and then the file; what could not be made leaves no empty directory. */
function makingParents(fs: FileSystem, directory: string, make: () => void): void {
  const missing = missingDirectories(fs, directory);
  try {
    ensureDirectory(fs, directory);
    make();
  } catch (error) {
    for (const path of missing.toReversed()) removeEmptyDirectory(fs, path);
    throw error;
  }
}

/**
 * Makes something under a temporary name and then gives it its own; a failure leaves neither where it can. Once the
 * temporary one is known to lie inside, a link put in the way can only make the rename fail.
 */
function publish(context: StepContext, temp: string, to: string, make: () => void): void {
  const { fs } = context;
  removeTree(fs, temp);
  try {
    make();
    if (hasLeft(context, temp)) throw strayed(to);
    fs.rename(temp, to);
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
  fs.fsyncDirectory(dirname(to));
}
