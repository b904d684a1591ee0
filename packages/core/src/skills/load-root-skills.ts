import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { liesBelow } from "../roots/tree/confine.ts";
import { diagnosticOf } from "./diagnostic.ts";
import { parseSkillDocument, SKILL_FILE_BYTES_MAX, type SkippedDocument } from "./parse-skill-document.ts";
import { type FoundSkill, scanSkillDirectories } from "./scan-directories.ts";
import type { DiagnosticKind, Skill, SkillLibrary, SkippedSkill } from "./skill.ts";

/** All loaded SKILL.md together: they are held in memory, and a small clone can unpack to any size. */
export const LIBRARY_BYTES_MAX = 512 * 1024 * 1024;

const EMPTY: SkillLibrary = { skills: [], skipped: [] };

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function onlySkipped(kind: DiagnosticKind, message: string): SkillLibrary {
  return { skills: [], skipped: [{ path: ".", diagnostic: diagnosticOf(kind, message) }] };
}

function readFailure(error: FileSystemError): SkippedDocument {
  const tooLarge = error.kind === "too-large";
  const message = tooLarge
    ? `SKILL.md is larger than ${SKILL_FILE_BYTES_MAX} bytes; move parts of it to references/`
    : `SKILL.md cannot be read: ${error.kind}`;
  return { kind: "skipped", diagnostic: diagnosticOf(tooLarge ? "too-large" : "unreadable", message) };
}

const LEADS_OUT: SkippedDocument = {
  kind: "skipped",
  diagnostic: diagnosticOf("escapes-root", "SKILL.md leads out of the workspace; it is not read"),
};

const LIBRARY_FULL: SkippedDocument = {
  kind: "skipped",
  diagnostic: diagnosticOf(
    "scan-limit",
    `the skills before this one have ${LIBRARY_BYTES_MAX} bytes together; no more are loaded`,
  ),
};

interface LoadedSkill {
  readonly kind: "loaded";
  readonly skill: Skill;
  readonly byteCount: number;
}

function readSkill(fs: FileSystem, base: string, found: FoundSkill): LoadedSkill | SkippedDocument {
  const { name, path, directory, linked } = found;
  try {
    const file = join(directory, "SKILL.md");
    const bytes = fs.readFile(file, SKILL_FILE_BYTES_MAX);
    // A link that was put in the way since the directory was listed gives nothing away.
    if (!liesBelow(base, fs.realpath(file))) return LEADS_OUT;
    const document = parseSkillDocument(bytes, name);
    if (document.kind === "skipped") return document;
    const { fields, body, version, fileHash, sizeTokens, diagnostics } = document;
    const skill = {
      name,
      path,
      directory,
      fields,
      body,
      version,
      fileHash,
      sizeTokens,
      linked,
      diagnostics,
    };
    return { kind: "loaded", skill, byteCount: bytes.length };
  } catch (error) {
    if (error instanceof FileSystemError) return readFailure(error);
    throw error;
  }
}

/** The first by depth, then by path, keeps the name; a file that cannot be loaded keeps it as well. */
function splitShadowed(found: readonly FoundSkill[]): {
  readonly first: readonly FoundSkill[];
  readonly shadowed: readonly SkippedSkill[];
} {
  const byName = new Map<string, FoundSkill>();
  const shadowed: SkippedSkill[] = [];
  const ordered = [...found].sort((a, b) => a.depth - b.depth || compareText(a.path, b.path));
  for (const skill of ordered) {
    const winner = byName.get(skill.name);
    if (winner === undefined) {
      byName.set(skill.name, skill);
      continue;
    }
    const message = `${winner.path} has the same name and wins; rename one of them`;
    shadowed.push({ path: skill.path, diagnostic: diagnosticOf("shadowed", message) });
  }
  return { first: [...byName.values()], shadowed };
}

/** The real directory that links may not leave: the root's base, or skills given from elsewhere by `--skills-dir`. */
function confinement(root: Root, realSkillsDir: string): string | null {
  const within = (path: string) => path === root.base || path.startsWith(`${root.base}/`);
  if (within(realSkillsDir)) return root.base;
  return within(root.skillsDir) ? null : realSkillsDir;
}

function readFound(
  fs: FileSystem,
  base: string,
  found: readonly FoundSkill[],
  bytesMax: number,
): { skills: Skill[]; skipped: SkippedSkill[] } {
  const skills: Skill[] = [];
  const skipped: SkippedSkill[] = [];
  let leftBytes = bytesMax;
  for (const place of found) {
    const read = leftBytes > 0 ? readSkill(fs, base, place) : LIBRARY_FULL;
    if (read.kind === "skipped") {
      skipped.push({ path: `${place.path}/SKILL.md`, diagnostic: read.diagnostic });
      continue;
    }
    leftBytes -= read.byteCount;
    skills.push(read.skill);
  }
  return { skills, skipped };
}

/** Skills that belong to another root are read, and left to it. */
function asOwned(root: Root, found: readonly FoundSkill[]): readonly FoundSkill[] {
  return root.skillsOf === undefined ? found : found.map((skill) => ({ ...skill, linked: true }));
}

function loadFrom(
  fs: FileSystem,
  root: Root,
  realSkillsDir: string,
  { bytesMax = LIBRARY_BYTES_MAX, only }: LoadOptions,
): SkillLibrary {
  const base = confinement(root, realSkillsDir);
  if (base === null)
    return onlySkipped("escapes-root", "the skills directory is a link out of the workspace");
  const scan = scanSkillDirectories(fs, base, root.skillsDir, realSkillsDir, root.scan);
  const { first, shadowed } = splitShadowed(asOwned(root, scan.found));
  const wanted = only === undefined ? first : first.filter(({ name }) => name === only);
  const { skills, skipped } = readFound(fs, base, wanted, bytesMax);
  return {
    skills: skills.sort((a, b) => compareText(a.name, b.name)),
    skipped: [...scan.skipped, ...shadowed, ...skipped].sort((a, b) => compareText(a.path, b.path)),
  };
}

export interface LoadOptions {
  /** Bytes of all loaded files together. Default `LIBRARY_BYTES_MAX`. */
  readonly bytesMax?: number;
  /** Reads the file of the skill of this name alone; every directory is still looked at, so the same one has the name. */
  readonly only?: string;
}

/**
 * Loads the skills of one root alone (CONTRACTS 1.2): one `readdir` per directory, each SKILL.md read once.
 * A bad skill is an entry of `skipped`, never a stop; a missing skills directory is an empty library. Once the
 * loaded files have `bytesMax` bytes together, the rest is skipped (`scan-limit`). Never throws.
 */
export function loadRootSkills(fs: FileSystem, root: Root, options: LoadOptions = {}): SkillLibrary {
  try {
    return loadFrom(fs, root, fs.realpath(root.skillsDir), options);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "not-found") return EMPTY;
    return onlySkipped("unreadable", `the skills directory cannot be read: ${error.kind}`);
  }
}
