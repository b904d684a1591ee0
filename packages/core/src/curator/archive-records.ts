import { FileSystemError } from "../ports/file-system.ts";
import type { ArchiveRecord } from "../roots/index.ts";
import { rebuildSidecar } from "../roots/sidecar-reducer.ts";
import { confine } from "../roots/tree/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import type { LibraryView } from "./library-view.ts";

/** An archive of this root with its owner; what `--list` shows and `restore` accepts. */
export interface OwnedArchive {
  readonly skill: string;
  readonly record: ArchiveRecord;
  /** Absolute directory. */
  readonly directory: string;
  /** False when an operator removed the directory. */
  readonly present: boolean;
}

/**
 * All archives of a root, oldest first. Owner and kind come from events, and from the sidecar only for what the
 * trace no longer holds (CONTRACTS 7.2); an id or path that leaves its directory is no archive.
 */
export function archivesOf(deps: CuratorDeps, view: LibraryView): readonly OwnedArchive[] {
  const { root } = deps;
  const fromTrace = rebuildSidecar(view.history.acts, root);
  const known = new Map<string, OwnedArchive>();
  for (const state of [view.sidecar, fromTrace]) {
    for (const [skill, { archives = [] }] of Object.entries(state.skills)) {
      for (const record of archives) {
        const directory = archiveDirectory(deps, record);
        if (directory === null) continue;
        known.set(record.id, { skill, record, directory, present: isDirectory(deps, directory) });
      }
    }
  }
  return [...known.values()].sort((a, b) => order(a.record, b.record));
}

function archiveDirectory({ root }: CuratorDeps, { id, original_path }: ArchiveRecord): string | null {
  if (id.includes("/") || confine(root.skillsDir, original_path) === null) return null;
  return confine(root.archiveDir, id);
}

function isDirectory({ fs }: CuratorDeps, directory: string): boolean {
  try {
    return fs.lstat(directory).kind === "directory";
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

function order(a: ArchiveRecord, b: ArchiveRecord): number {
  if (a.at === b.at) return a.id < b.id ? -1 : 1;
  return a.at < b.at ? -1 : 1;
}
