import { dirname, join } from "node:path";
import type { LibraryView } from "../../curator/library-view.ts";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import type { Root } from "../../roots/root.ts";
import { fileStamp } from "./file-stamp.ts";
import type { SkillDocumentFile } from "./skill-document.ts";

/** Paths that a full look compares. */
const WATCHED_MAX = 20_000;

/** Paths with their stamps: when one changed, the library may have. */
export type WatchList = readonly (readonly [path: string, stamp: string])[];

/**
 * Returns what to look at to notice that a library changed: its directories, the files of its skills, those that were
 * skipped, directories that may become skills, and the sidecar.
 */
export function watchList(
  fs: FileSystem,
  root: Root,
  view: LibraryView,
  documents: readonly SkillDocumentFile[],
): WatchList {
  const skillDirs = new Set(view.library.skills.map(({ directory }) => directory));
  const parents = new Set<string>([root.skillsDir]);
  for (const directory of skillDirs) {
    for (let at = dirname(directory); at.startsWith(root.skillsDir) && !parents.has(at); at = dirname(at)) {
      parents.add(at);
    }
  }
  const open = [...parents].flatMap((parent) =>
    directoriesIn(fs, parent).filter((path) => !skillDirs.has(path) && !parents.has(path)),
  );
  const skipped = view.library.skipped.map(({ path }) => join(root.skillsDir, path));
  const paths = new Set([root.sidecarPath, root.archiveDir, ...parents, ...open, ...skipped]);
  const stamped = [...paths].map((path) => [path, fileStamp(fs, path)] as const);
  const files = documents.map(({ path, stamp }) => [path, stamp] as const);
  return [...stamped, ...files].slice(0, WATCHED_MAX);
}

function directoriesIn(fs: FileSystem, directory: string): readonly string[] {
  try {
    return fs
      .readdir(directory)
      .filter(({ kind, name }) => kind === "directory" && !name.startsWith("."))
      .map(({ name }) => join(directory, name));
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}

/** Whether everything is as it was. */
export function isUnchanged(fs: FileSystem, watched: WatchList): boolean {
  return watched.every(([path, stamp]) => fileStamp(fs, path) === stamp);
}
