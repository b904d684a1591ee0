import type { DirectoryEntry, FileInfo, FileSystem } from "../ports/file-system.ts";
import type { ScannedFileSystem } from "../skills/scan-directories.ts";

/** A directory that changed this lately may change again without another time: some are two seconds coarse. */
const SETTLED_MS = 2_100;
/** Directories of one library; more are listed each time. */
const LISTINGS_MAX = 20_000;

interface Listing {
  readonly info: FileInfo;
  readonly entries: readonly DirectoryEntry[];
}

/**
 * A file system to scan whose directories are listed again only when they were touched: a `stat` takes a fraction of
 * a listing. `nowMs` is the time by the clock of the files.
 */
export function holdListings(
  fs: ScannedFileSystem & Pick<FileSystem, "stat">,
  nowMs: () => number,
): ScannedFileSystem {
  const held = new Map<string, Listing>();
  return {
    realpath: (path) => fs.realpath(path),
    lstat: (path) => fs.lstat(path),
    readdir: (path) => {
      const info = fs.stat(path);
      const known = held.get(path);
      if (known !== undefined && isSame(known.info, info)) return known.entries;
      held.delete(path);
      const entries = fs.readdir(path);
      const isSettled = Math.abs(nowMs() - info.modifiedAtMs) >= SETTLED_MS;
      if (isSettled && held.size < LISTINGS_MAX) held.set(path, { info, entries });
      return entries;
    },
  };
}

function isSame(left: FileInfo, right: FileInfo): boolean {
  return (
    left.device === right.device &&
    left.inode === right.inode &&
    left.modifiedAtMs === right.modifiedAtMs &&
    left.mode === right.mode &&
    left.size === right.size
  );
}
