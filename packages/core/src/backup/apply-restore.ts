import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import {
  copyTree,
  ensureDirectory,
  hasEntry,
  hashTree,
  moveTree,
  removeTree,
  removeTreeQuietly,
  resolvesInside,
  TEMP_PREFIX,
  wouldLieInside,
} from "../roots/tree/index.ts";
import { discardNameOf, removingNameOf } from "../roots/tree/leftover-names.ts";
import { DISPLACE_ATTEMPTS_MAX } from "./backup-limits.ts";
import { entryPath } from "./list-entries.ts";
import { displacedDir, type RestoreJournal, type RestoreStep } from "./restore-journal.ts";
import { stagedPath } from "./stage-restore.ts";

type EntryStep = Extract<RestoreStep, { kind: "entry" }>;

interface Place {
  readonly fs: FileSystem;
  readonly root: Root;
  readonly journal: RestoreJournal;
  readonly index: number;
  /** As the record names it. */
  readonly path: string;
  /** The same, absolute, in the library. */
  readonly live: string;
}

/**
 * Makes the library as the record says: what is at a place and is not what is wanted moves to
 * `displaced/<id>/`, never away; then the staged copy takes the place by a rename. Repeating it at any point
 * goes on where it stopped. Throws `FileSystemError`.
 */
export function applyRestore(fs: FileSystem, root: Root, journal: RestoreJournal): void {
  ensureDirectory(fs, root.skillsDir);
  for (const { place, step } of placesOf(fs, root, journal)) {
    refuseStray(place);
    if (step.kind === "mode") turnMode(place, step.before, step.after);
    else applyEntry(place, step);
  }
}

/**
 * Takes a restore back: what it put is removed again (it lies in the backup), what it displaced returns.
 * Repeatable like `applyRestore`. Something that appeared at a place since stays there. Throws `FileSystemError`.
 */
export function revertRestore(fs: FileSystem, root: Root, journal: RestoreJournal): void {
  for (const { place, step } of placesOf(fs, root, journal).toReversed()) {
    refuseStray(place);
    if (step.kind === "mode") turnMode(place, step.after, step.before);
    else revertEntry(place, step);
  }
}

function placesOf(fs: FileSystem, root: Root, journal: RestoreJournal) {
  return journal.steps.map((step, index) => {
    const { path } = step;
    const place: Place = { fs, root, journal, index, path, live: entryPath(root, path) };
    return { place, step };
  });
}

function applyEntry(place: Place, step: EntryStep): void {
  finishMoves(place);
  for (let attempt = 1; attempt <= DISPLACE_ATTEMPTS_MAX; attempt += 1) {
    const found = findHash(place.fs, place.live);
    if (found === step.hash) return;
    if (hasEntry(place.fs, place.live)) displace(place, found);
    else if (step.staged === null || put(place, step, step.staged)) return;
  }
  throw new FileSystemError("busy", "restore", place.live);
}

/** Moves whatever is at the place, with the given hash a moment ago, to the first free name among the displaced. */
function displace(place: Place, found: string | null): void {
  const { fs, live } = place;
  for (let number = 1; ; number += 1) {
    const target = displacedPath(place, number);
    if (hasEntry(fs, target)) continue;
    ensureDirectory(fs, dirname(target));
    refuseStray(place);
    moveTree(fs, live, target, { tempSuffix: moveId(place, number) });
    putBackStray(place, target, found);
    return;
  }
}

/** Had a link led somewhere else by then, what was moved is a stranger's, and goes back there. */
function putBackStray(place: Place, target: string, expected: string | null): void {
  if (isInside(place) || findHash(place.fs, target) === expected) return;
  moveTree(place.fs, target, place.live, { tempSuffix: `${place.journal.id}-${place.index}-stray` });
  throw strayed(place);
}

/** Carries moves between disks that were cut to their end, and clears what a finished one left. */
function finishMoves(place: Place): void {
  const { fs, live } = place;
  for (let number = 1; ; number += 1) {
    const id = moveId(place, number);
    const target = displacedPath(place, number);
    removeTree(fs, join(dirname(live), discardNameOf(id)));
    const begun = hasEntry(fs, join(dirname(live), removingNameOf(id)));
    if (begun) moveTree(fs, live, target, { tempSuffix: id });
    else if (!hasEntry(fs, target)) return;
  }
}

/** False when somebody else took the place meanwhile. */
function put(place: Place, step: EntryStep, stagedName: string): boolean {
  const { fs, root, journal, live } = place;
  const staged = stagedPath(root, journal.id, stagedName);
  if (findHash(fs, staged) !== step.hash) throw new FileSystemError("io", "restore from", staged);
  const temp = join(dirname(live), `${TEMP_PREFIX}restore-${journal.id}-${place.index}`);
  refuseStray(place);
  ensureDirectory(fs, dirname(live));
  removeTree(fs, temp);
  try {
    copyTree(fs, staged, temp);
    // Once the copy is known to lie inside, a link put in the way can only make the rename fail.
    if (root.scope === "workspace" && !resolvesInside(fs, root.base, temp)) throw strayed(place);
    if (hasEntry(fs, live)) {
      removeTree(fs, temp);
      return false;
    }
    fs.rename(temp, live);
    fs.fsyncDirectory(dirname(live));
    return true;
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
}

function revertEntry(place: Place, step: EntryStep): void {
  const { fs, live } = place;
  removeTree(fs, join(dirname(live), `${TEMP_PREFIX}restore-${place.journal.id}-${place.index}`));
  finishMoves(place);
  takeAway(place, step, { isBegun: true });
  const displaced = lastDisplaced(place);
  const isOurs = step.hash !== null && findHash(fs, live) === step.hash;
  if (isOurs && (displaced !== null || !step.wasTaken)) takeAway(place, step, { isBegun: false });
  if (displaced === null || hasEntry(fs, live)) return;
  moveTree(fs, displaced, live, { tempSuffix: `${place.journal.id}-${place.index}-back` });
}

/**
 * Moves what the restore had put away from its place, and removes it there if it still is what was put: an agent
 * may have written into it meanwhile. `isBegun`: only carries a move between disks to its end.
 */
function takeAway(place: Place, { hash }: EntryStep, { isBegun }: { readonly isBegun: boolean }): void {
  const { fs, root, journal, live, path } = place;
  const id = `${journal.id}-${place.index}-away`;
  const target = join(displacedDir(root, journal.id), "taken-back", path);
  removeTree(fs, join(dirname(live), discardNameOf(id)));
  if (isBegun && !hasEntry(fs, join(dirname(live), removingNameOf(id)))) return;
  ensureDirectory(fs, dirname(target));
  moveTree(fs, live, target, { tempSuffix: id });
  putBackStray(place, target, hash);
  if (findHash(fs, target) === hash) removeTree(fs, target);
}

function lastDisplaced(place: Place): string | null {
  let last: string | null = null;
  for (let number = 1; hasEntry(place.fs, displacedPath(place, number)); number += 1) {
    last = displacedPath(place, number);
  }
  return last;
}

function displacedPath({ root, journal, path }: Place, number: number): string {
  const again = number === 1 ? [] : [`again-${number}`];
  return join(displacedDir(root, journal.id), ...again, path);
}

function moveId({ journal, index }: Place, number: number): string {
  return `${journal.id}-${index}-${number}`;
}

function turnMode({ fs, live }: Place, before: number, after: number): void {
  if (hasEntry(fs, live) && fs.lstat(live).kind === "directory" && fs.lstat(live).mode === before) {
    fs.chmod(live, after);
  }
}

/** A directory on the way may have been swapped for a link (CONTRACTS 2). */
function refuseStray(place: Place): void {
  if (!isInside(place)) throw strayed(place);
}

function isInside({ fs, root, live }: Place): boolean {
  return root.scope === "global" || wouldLieInside(fs, root.base, dirname(live));
}

function strayed({ live }: Place): FileSystemError {
  return new FileSystemError("permission-denied", "leave the workspace by", dirname(live));
}

/** Null when nothing is there; what cannot be read is nothing anybody wants. */
function findHash(fs: FileSystem, path: string): string | null {
  try {
    return hashTree(fs, path);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return error.kind === "not-found" ? null : "unreadable";
  }
}
