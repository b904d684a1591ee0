import { dirname, join } from "node:path";
import { type FileInfo, type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { copyTree } from "./copy-tree.ts";
import { discardVerified } from "./discard-verified.ts";
import { findEntryInfo } from "./find-info.ts";
import { hashTree } from "./hash-tree.ts";
import { discardNameOf, removingNameOf, tempNameOf } from "./leftover-names.ts";
import { removeTree, removeTreeQuietly } from "./remove-tree.ts";

interface Move {
  readonly fs: FileSystem;
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Copy in the making, beside `to`. */
  readonly temp: string;
  /** The source on its way out, beside `from`. */
  readonly removing: string;
}

const OWNER_WRITE_BIT = 0o200;

/**
 * Moves a tree to a name that is free (CONTRACTS 7.1). On one file system: rename. Otherwise, and for a
 * read-only directory that its owner may not rename: copy to `.metis-tmp-<id>` beside `to`, rename into
 * place, rename the source to `.metis-removing-<id>` beside `from`, compare both, and only then remove it.
 *
 * Killed at any call, the same call again finishes; what it finds, and does:
 * - only `from`: starts (a temp copy of the same id is made anew);
 * - `from` and an equal `to` where a copy was needed: continues with the source;
 * - the removing name and `to`: compares, then removes or puts back;
 * - the removing name without `to`: puts the source back and starts over;
 * - only `to`: moved already; makes it durable and clears what is left of a verified source.
 *
 * Throws `FileSystemError`: `not-found` without source and target, `exists` when `to` is taken, `busy` when
 * the source changed meanwhile (then it is at `from` again and the copy is gone), or what a call threw; the
 * tree is then whole in one place under `from`, `to` or the removing name.
 */
export function moveTree(
  fs: FileSystem,
  from: string,
  to: string,
  { tempSuffix }: { readonly tempSuffix: string },
): void {
  const move: Move = {
    fs,
    id: tempSuffix,
    from,
    to,
    temp: join(dirname(to), tempNameOf(tempSuffix)),
    removing: join(dirname(from), removingNameOf(tempSuffix)),
  };
  if (findEntryInfo(fs, move.removing) === null) startOrContinue(move);
  else resumeRemoval(move);
}

function startOrContinue(move: Move): void {
  const source = findEntryInfo(move.fs, move.from);
  const target = findEntryInfo(move.fs, move.to);
  if (source === null) finishMoved(move, target);
  else if (target !== null) continueCopied(move, source, target);
  else start(move, source);
}

function start(move: Move, source: FileInfo): void {
  if (renamed(move, source)) {
    syncParents(move);
    return;
  }
  publishCopy(move);
  removeSource(move);
}

/** False when the tree must be copied instead. */
function renamed({ fs, from, to }: Move, source: FileInfo): boolean {
  try {
    fs.rename(from, to);
    return true;
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "cross-device") return false;
    if (error.kind === "permission-denied" && isReadOnlyDirectory(source)) return false;
    // A rename fails for want of the target's directory as well.
    throw new FileSystemError(error.kind, "moveTree", `${from} to ${to}`, error);
  }
}

function isReadOnlyDirectory(info: FileInfo): boolean {
  return info.kind === "directory" && (info.mode & OWNER_WRITE_BIT) === 0;
}

function publishCopy({ fs, from, to, temp }: Move): void {
  removeTree(fs, temp);
  try {
    copyTree(fs, from, temp);
    fs.rename(temp, to);
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
  fs.fsyncDirectory(dirname(to));
}

function removeSource(move: Move): void {
  const { fs, from, removing } = move;
  fs.rename(from, removing);
  fs.fsyncDirectory(dirname(from));
  settle(move);
}

function settle(move: Move): void {
  const { fs, to, removing, id } = move;
  if (hashTree(fs, removing) === hashTree(fs, to)) {
    discardVerified(fs, removing, id);
    return;
  }
  putBack(move);
  throw new FileSystemError("busy", "moveTree", move.from);
}

/** The copy goes first: `from` and `to` never stand side by side with different content. */
function putBack(move: Move): void {
  const { fs, from, to, temp, removing } = move;
  refuseTaken(move, from);
  removeTree(fs, temp);
  fs.rename(to, temp);
  fs.fsyncDirectory(dirname(to));
  fs.rename(removing, from);
  fs.fsyncDirectory(dirname(from));
  removeTree(fs, temp);
}

function resumeRemoval(move: Move): void {
  const { fs, from, to, removing } = move;
  if (findEntryInfo(fs, to) !== null) {
    settle(move);
    return;
  }
  refuseTaken(move, from);
  fs.rename(removing, from);
  fs.fsyncDirectory(dirname(from));
  start(move, fs.lstat(from));
}

function continueCopied(move: Move, source: FileInfo, target: FileInfo): void {
  const { fs, from, to } = move;
  const copied = source.device !== target.device || isReadOnlyDirectory(source);
  if (!copied || hashTree(fs, from) !== hashTree(fs, to)) throw new FileSystemError("exists", "moveTree", to);
  fs.fsyncDirectory(dirname(to));
  removeSource(move);
}

function finishMoved(move: Move, target: FileInfo | null): void {
  const { fs, from, id } = move;
  if (target === null) throw new FileSystemError("not-found", "moveTree", from);
  removeTree(fs, join(dirname(from), discardNameOf(id)));
  syncParents(move);
}

function refuseTaken({ fs }: Move, path: string): void {
  if (findEntryInfo(fs, path) !== null) throw new FileSystemError("exists", "moveTree", path);
}

function syncParents({ fs, from, to }: Move): void {
  fs.fsyncDirectory(dirname(to));
  if (dirname(from) !== dirname(to)) fs.fsyncDirectory(dirname(from));
}
