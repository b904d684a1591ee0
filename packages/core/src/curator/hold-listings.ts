import type { DirectoryEntry, FileInfo, FileSystem } from "../ports/file-system.ts";
import { isSameFile, isSettled } from "../roots/same-file.ts";
import type { ScannedFileSystem } from "../skills/scan-directories.ts";

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
      if (known !== undefined && isSameFile(known.info, info)) return known.entries;
      held.delete(path);
      const entries = fs.readdir(path);
      if (isSettled(info, nowMs()) && held.size < LISTINGS_MAX) held.set(path, { info, entries });
      return entries;
    },
  };
}
