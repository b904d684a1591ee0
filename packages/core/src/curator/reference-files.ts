import { join } from "node:path";
import { type DirectoryEntry, type FileSystem, FileSystemError } from "../ports/file-system.ts";

/** Bounds of reading other people's files for references. */
export const REFERENCE_FILE_LIMIT_BYTES = 1024 * 1024;
export const REFERENCE_FILES_MAX = 200;
const DEPTH_MAX = 8;

export interface ReferenceText {
  /** Relative to the workspace. */
  readonly path: string;
  readonly text: string;
}

/**
 * Reads the files of `curator.reference_files` below `base` (CONTRACTS 5): `*` and `?` match within one path
 * segment, `**` any number of directories. Links are not followed, hidden directories only by name, large
 * files and files that cannot be read are left out.
 */
export function readReferenceFiles(
  fs: FileSystem,
  base: string,
  patterns: readonly string[],
): readonly ReferenceText[] {
  const found: ReferenceText[] = [];
  for (const path of listReferenceFiles(fs, base, patterns)) {
    if (found.length >= REFERENCE_FILES_MAX) break;
    const text = readText(fs, join(base, path));
    if (text !== null) found.push({ path, text });
  }
  return found;
}

/** Paths of the files the patterns name, relative to `base`, each once and in the order they are read. */
export function listReferenceFiles(
  fs: FileSystem,
  base: string,
  patterns: readonly string[],
): readonly string[] {
  const paths = patterns.flatMap((pattern) => matchPattern(fs, base, "", pattern.split("/"), 0));
  return [...new Set(paths)];
}

function matchPattern(
  fs: FileSystem,
  base: string,
  prefix: string,
  segments: readonly string[],
  depth: number,
): readonly string[] {
  const [segment, ...rest] = segments;
  if (segment === undefined || segment === "" || segment === "." || segment === ".." || depth > DEPTH_MAX)
    return [];
  const entries = entriesOf(fs, join(base, prefix));
  if (segment === "**") {
    const below = entries
      .filter(
        (entry) => entry.kind === "directory" && !entry.name.startsWith(".") && entry.name !== "node_modules",
      )
      .flatMap((entry) => matchPattern(fs, base, `${prefix}${entry.name}/`, segments, depth + 1));
    return [...matchPattern(fs, base, prefix, rest, depth), ...below];
  }
  const matching = entries.filter((entry) => segmentMatches(segment, entry.name));
  if (rest.length === 0) {
    return matching.filter((entry) => entry.kind === "file").map((entry) => prefix + entry.name);
  }
  return matching
    .filter((entry) => entry.kind === "directory")
    .flatMap((entry) => matchPattern(fs, base, `${prefix}${entry.name}/`, rest, depth + 1));
}

function segmentMatches(segment: string, name: string): boolean {
  if (!/[*?]/.test(segment)) return segment === name;
  if (name.startsWith(".") && !segment.startsWith(".")) return false;
  const source = segment
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${source}$`, "su").test(name);
}

function entriesOf(fs: FileSystem, directory: string): readonly DirectoryEntry[] {
  try {
    return fs.readdir(directory);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}

function readText(fs: FileSystem, path: string): string | null {
  try {
    return new TextDecoder().decode(fs.readFile(path, REFERENCE_FILE_LIMIT_BYTES));
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
