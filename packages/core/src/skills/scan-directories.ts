import { join } from "node:path";
import { type DirectoryEntry, type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { ScanRules } from "../roots/root.ts";
import { diagnosticOf } from "./diagnostic.ts";
import { resolveLink } from "./resolve-link.ts";
import { SCAN_DEPTH_MAX, SCAN_DIRECTORIES_MAX } from "./scan-limits.ts";
import type { DiagnosticKind, SkippedSkill } from "./skill.ts";
import { isDescended, isSafeDirectoryName } from "./skill-name.ts";

/** A directory below the skills directory: one to look at, then, if it holds SKILL.md, one that was found. */
export interface FoundSkill {
  readonly name: string;
  /** Relative to the skills directory. */
  readonly path: string;
  readonly directory: string;
  readonly realDirectory: string;
  readonly depth: number;
  /** Reached through a link, or its SKILL.md is one. */
  readonly linked: boolean;
}

export interface ScanResult {
  readonly found: readonly FoundSkill[];
  readonly skipped: readonly SkippedSkill[];
}

/** What a scan needs of a file system. */
export type ScannedFileSystem = Pick<FileSystem, "readdir" | "realpath" | "lstat">;

function describeError(error: FileSystemError): string {
  return `${error.operation} failed: ${error.kind}`;
}

class Scan {
  readonly found: FoundSkill[] = [];
  readonly skipped: SkippedSkill[] = [];
  private readonly fs: ScannedFileSystem;
  private readonly base: string;
  private readonly depthMax: number;
  private readonly reserved: readonly string[];
  private readonly visited = new Set<string>();
  private categories = 0;

  constructor(fs: ScannedFileSystem, base: string, rules: ScanRules) {
    this.fs = fs;
    this.base = base;
    this.depthMax = rules.depthMax ?? SCAN_DEPTH_MAX;
    this.reserved = rules.reserved ?? [];
  }

  /** Level by level, so that the shallower of two names is found first; real directories before links. */
  run(top: FoundSkill): void {
    let level: readonly FoundSkill[] = [top];
    const links: FoundSkill[] = [];
    while (level.length > 0) {
      const next = level.flatMap((visit) => this.look(visit, links));
      level = next.length > 0 ? next : links.splice(0);
    }
  }

  private skip(path: string, kind: DiagnosticKind, message: string): void {
    this.skipped.push({ path, diagnostic: diagnosticOf(kind, message) });
  }

  private look(visit: FoundSkill, links: FoundSkill[]): readonly FoundSkill[] {
    if (this.visited.has(visit.realDirectory)) {
      if (visit.linked) this.skip(visit.path, "shadowed", "a link to a directory that is read already");
      return [];
    }
    this.visited.add(visit.realDirectory);
    const entries = this.list(visit);
    if (entries === null) return [];
    if (visit.depth > 0 && this.isSkill(visit, entries)) return [];
    return this.descend(visit, entries, links);
  }

  private list(visit: FoundSkill): readonly DirectoryEntry[] | null {
    try {
      return this.fs.readdir(visit.directory);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      this.skip(visit.path, "unreadable", describeError(error));
      return null;
    }
  }

  /** True when the directory is a leaf, loadable or not. */
  private isSkill(visit: FoundSkill, entries: readonly DirectoryEntry[]): boolean {
    const file = entries.find((entry) => entry.name === "SKILL.md");
    if (file !== undefined) {
      this.addSkill(visit, file);
      return true;
    }
    const other = entries.find((entry) => entry.name.toLowerCase() === "skill.md");
    if (other === undefined) return false;
    this.skip(`${visit.path}/${other.name}`, "wrong-case", `rename ${other.name} to SKILL.md`);
    return true;
  }

  private addSkill(visit: FoundSkill, file: DirectoryEntry): void {
    const filePath = `${visit.path}/SKILL.md`;
    switch (file.kind) {
      case "file":
        this.found.push(visit);
        return;
      case "link": {
        const link = resolveLink(this.fs, this.base, join(visit.directory, "SKILL.md"));
        if (link.kind === "inside") this.found.push({ ...visit, linked: true });
        else this.skip(filePath, link.kind, link.message);
        return;
      }
      case "directory":
      case "other":
        this.skip(filePath, "unreadable", "SKILL.md is not a regular file");
    }
  }

  private descend(
    visit: FoundSkill,
    entries: readonly DirectoryEntry[],
    links: FoundSkill[],
  ): readonly FoundSkill[] {
    if (visit.depth > 0 && entries.some((entry) => entry.name === "pyvenv.cfg")) return [];
    const inner = entries.filter(
      ({ name, kind }) =>
        (kind === "directory" || kind === "link") && isDescended(name) && !this.isReserved(visit, name),
    );
    if (inner.length === 0 || !this.mayDescend(visit)) return [];
    const visits = inner.flatMap((entry) => this.enter(visit, entry));
    links.push(...visits.filter((next) => next.linked && !visit.linked));
    return visits.filter((next) => !next.linked || visit.linked);
  }

  /** What the agent keeps for itself directly below its skills directory. */
  private isReserved(visit: FoundSkill, name: string): boolean {
    return visit.depth === 0 && this.reserved.includes(name);
  }

  private mayDescend(visit: FoundSkill): boolean {
    if (visit.depth === this.depthMax) {
      const levels = this.depthMax === 1 ? "one level" : `${this.depthMax} levels`;
      this.skip(visit.path, "scan-limit", `directories more than ${levels} down are not searched`);
      return false;
    }
    this.categories += 1;
    if (this.categories <= SCAN_DIRECTORIES_MAX) return true;
    if (this.categories === SCAN_DIRECTORIES_MAX + 1) {
      const message = `only ${SCAN_DIRECTORIES_MAX} directories without SKILL.md are searched; the rest is not`;
      this.skip(visit.path, "scan-limit", message);
    }
    return false;
  }

  private enter(visit: FoundSkill, entry: DirectoryEntry): readonly FoundSkill[] {
    const directory = join(visit.directory, entry.name);
    const path = visit.path === "." ? entry.name : `${visit.path}/${entry.name}`;
    const name = entry.name.normalize("NFC");
    const depth = visit.depth + 1;
    if (entry.kind === "directory") {
      const realDirectory = join(visit.realDirectory, entry.name);
      return this.named({ name, path, directory, realDirectory, depth, linked: visit.linked });
    }
    const link = resolveLink(this.fs, this.base, directory);
    if (link.kind !== "inside") {
      this.skip(path, link.kind, link.message);
      return [];
    }
    if (!link.isDirectory) return [];
    if (isWithin(link.realPath, visit.realDirectory)) {
      this.skip(path, "link-cycle", "the link leads to a directory that holds it");
      return [];
    }
    return this.named({ name, path, directory, realDirectory: link.realPath, depth, linked: true });
  }

  private named(visit: FoundSkill): readonly FoundSkill[] {
    if (isSafeDirectoryName(visit.name)) return [visit];
    const message = "the directory's name holds control, bidirectional or path characters; rename it";
    this.skip(visit.path, "bad-name", message);
    return [];
  }
}

function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

/**
 * Finds the directories that hold SKILL.md below a skills directory (CONTRACTS 1.2), with one `readdir` per
 * directory. `base` is the real path that links may not leave; `rules` are the layout's. Never throws.
 */
export function scanSkillDirectories(
  fs: ScannedFileSystem,
  base: string,
  skillsDir: string,
  realSkillsDir: string,
  rules: ScanRules = {},
): ScanResult {
  const scan = new Scan(fs, base, rules);
  scan.run({
    name: "",
    path: ".",
    directory: skillsDir,
    realDirectory: realSkillsDir,
    depth: 0,
    linked: false,
  });
  return { found: scan.found, skipped: scan.skipped };
}
