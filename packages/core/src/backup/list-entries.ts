import { dirname, join } from "node:path";
import {
  type DirectoryEntry,
  type FileInfo,
  type FileSystem,
  FileSystemError,
} from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { wouldLieInside } from "../roots/tree/index.ts";
import {
  type BackupArea,
  FACTS_ENTRY,
  type FoundEntry,
  foldPath,
  type LeftOut,
  type LeftOutKind,
  STATE_ENTRY,
} from "./backup-entry.ts";
import { BackupFault } from "./backup-fault.ts";
import { BACKUP_DEPTH_MAX, BACKUP_ENTRIES_MAX } from "./backup-limits.ts";
import { leftOutKind, VIRTUAL_ENVIRONMENT_MARK } from "./left-out-rule.ts";

export interface Listing {
  /** A directory comes before what it holds; otherwise sorted by path. */
  readonly entries: readonly FoundEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** Absolute path of an entry of a root. */
export function entryPath(root: Root, path: string): string {
  if (path === STATE_ENTRY) return root.sidecarPath;
  if (path === FACTS_ENTRY) return join(root.privateDir, "facts.json");
  const [area = "", ...rest] = path.split("/");
  return join(areaDirectory(root, area as BackupArea), ...rest);
}

/** Directory of an area. */
export function areaDirectory(root: Root, area: BackupArea): string {
  switch (area) {
    case "skills":
      return root.skillsDir;
    case "archive":
      return root.archiveDir;
    case "curator":
      return dirname(root.sidecarPath);
    case "home":
      return root.privateDir;
  }
}

/**
 * Lists everything of a root that a backup holds, and what it leaves out with the reason; links are never
 * followed. Throws `BackupFault` (`too-large`) above `BACKUP_ENTRIES_MAX` or `BACKUP_DEPTH_MAX`, and
 * `FileSystemError` for what cannot be listed for another reason than permission.
 */
export function listEntries(fs: FileSystem, root: Root): Listing {
  const lister = new Lister(fs);
  refuseStrayAreas(fs, root);
  lister.addTop("skills", root.skillsDir);
  lister.addTop("archive", root.archiveDir);
  lister.addFile(STATE_ENTRY, root.sidecarPath);
  lister.addFile(FACTS_ENTRY, entryPath(root, FACTS_ENTRY));
  // A link that came meanwhile must not give the names of another place away.
  refuseStrayAreas(fs, root);
  return { entries: lister.entries, leftOut: lister.leftOut };
}

/** In a workspace every area lies inside it; the home directory is the operator's own. */
function refuseStrayAreas(fs: FileSystem, root: Root): void {
  if (root.scope === "global") return;
  for (const area of ["skills", "archive", "curator"] as const) {
    const directory = areaDirectory(root, area);
    if (wouldLieInside(fs, root.base, directory)) continue;
    throw new FileSystemError("permission-denied", "leave the workspace by", directory);
  }
}

class Lister {
  readonly entries: FoundEntry[] = [];
  readonly leftOut: LeftOut[] = [];
  private readonly fs: FileSystem;

  constructor(fs: FileSystem) {
    this.fs = fs;
  }

  addTop(area: "skills" | "archive", directory: string): void {
    const names = this.list(directory, area);
    if (names === null) return;
    this.addAll(directory, area, names, area === "archive");
  }

  addFile(path: string, file: string): void {
    const info = this.look(file);
    if (info === null) return;
    if (info.kind === "file") this.push({ kind: "file", path, mode: info.mode, size: info.size });
    else this.leave(path, info.kind === "link" ? "link" : "special");
  }

  private addAll(
    directory: string,
    prefix: string,
    names: readonly DirectoryEntry[],
    onlyArchivedSkills: boolean,
  ): void {
    const folded = new Set<string>();
    for (const { name } of names) {
      const path = `${prefix}/${name}`;
      const collides = folded.has(foldPath(name));
      folded.add(foldPath(name));
      if (collides) this.leave(path, "name-collision");
      else this.add(join(directory, name), path, name, onlyArchivedSkills);
    }
  }

  private add(file: string, path: string, name: string, onlyArchivedSkills: boolean): void {
    const info = this.look(file);
    // A name that cannot be written down is not found either.
    const kind = info === null ? leftOutKind(name, "file") : leftOutKind(name, info.kind);
    if (kind !== null) this.leave(path, kind);
    else if (info?.kind === "file") this.addFound({ kind: "file", path, info }, onlyArchivedSkills);
    else if (info?.kind === "directory") this.addDirectory(file, path, info, onlyArchivedSkills);
  }

  /** Other layouts keep their archives in directories of their own beside ours. */
  private addFound(found: { kind: "file"; path: string; info: FileInfo }, onlyArchivedSkills: boolean): void {
    const { path, info } = found;
    if (onlyArchivedSkills) this.leave(path, "no-archived-skill");
    else this.push({ kind: "file", path, mode: info.mode, size: info.size });
  }

  private addDirectory(file: string, path: string, info: FileInfo, onlyArchivedSkills: boolean): void {
    const names = this.list(file, path);
    if (names === null) return;
    const holds = (wanted: string) => names.some(({ name }) => name === wanted);
    if (holds(VIRTUAL_ENVIRONMENT_MARK)) {
      this.leave(path, "excluded");
      return;
    }
    if (onlyArchivedSkills && !holds("SKILL.md")) {
      this.leave(path, "no-archived-skill");
      return;
    }
    if (path.split("/").length > BACKUP_DEPTH_MAX) {
      throw new BackupFault("too-large", `${file} lies more than ${BACKUP_DEPTH_MAX} directories deep`);
    }
    this.push({ kind: "directory", path, mode: info.mode, size: 0 });
    this.addAll(file, path, names, false);
  }

  private list(directory: string, path: string): readonly DirectoryEntry[] | null {
    try {
      return this.fs.readdir(directory);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      if (error.kind === "not-found") return null;
      if (error.kind !== "permission-denied") throw error;
      this.leave(path, "unreadable");
      return null;
    }
  }

  private look(path: string): FileInfo | null {
    try {
      return this.fs.lstat(path);
    } catch (error) {
      if (error instanceof FileSystemError && error.kind === "not-found") return null;
      throw error;
    }
  }

  private push(entry: FoundEntry): void {
    this.countOne();
    this.entries.push(entry);
  }

  private leave(path: string, kind: LeftOutKind): void {
    this.countOne();
    this.leftOut.push({ path, kind });
  }

  private countOne(): void {
    if (this.entries.length + this.leftOut.length < BACKUP_ENTRIES_MAX) return;
    throw new BackupFault(
      "too-large",
      `the library has more than ${BACKUP_ENTRIES_MAX} files and directories`,
    );
  }
}
