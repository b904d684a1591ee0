import { join } from "node:path";
import { type DirectoryEntry, type FileSystem, FileSystemError } from "../ports/file-system.ts";
import { readFileInside, resolvesInside } from "../roots/tree/index.ts";
import type { ReferenceText } from "../selection/index.ts";
import { fitsGlobSegment } from "./glob-segment.ts";

/** Bounds of reading other people's files for references. */
export const REFERENCE_FILE_LIMIT_BYTES = 16 * 1024 * 1024;
export const REFERENCE_FILES_MAX = 200;
export const REFERENCE_TEXTS_LIMIT_BYTES = 64 * 1024 * 1024;
const DEPTH_MAX = 8;
const DIRECTORIES_MAX = 2_000;

export interface ReferenceFiles {
  readonly texts: readonly ReferenceText[];
  /** Files that match and directories on their way that could not be read: they may name any skill. */
  readonly unread: readonly string[];
}

/**
 * Reads the files of `curator.reference_files` below `base` (CONTRACTS 5): `*` and `?` match within one path
 * segment, `**` any number of directories. A link is followed to a file inside `base`; hidden directories are
 * entered only by name.
 */
export function readReferenceFiles(
  fs: FileSystem,
  base: string,
  patterns: readonly string[],
): ReferenceFiles {
  const texts: ReferenceText[] = [];
  const { paths, unread: unseen } = walkPatterns(fs, base, patterns);
  const unread = [...unseen];
  let leftBytes = REFERENCE_TEXTS_LIMIT_BYTES;
  for (const path of paths) {
    const limitBytes = Math.min(leftBytes, REFERENCE_FILE_LIMIT_BYTES);
    const bytes =
      texts.length < REFERENCE_FILES_MAX ? readBytes(fs, base, join(base, path), limitBytes) : null;
    if (bytes === null) {
      unread.push(path);
      continue;
    }
    leftBytes -= bytes.length;
    texts.push({ path, text: new TextDecoder().decode(bytes) });
  }
  return { texts, unread };
}

/** Paths of the files the patterns name, relative to `base`, each once and in the order they are read. */
export function listReferenceFiles(
  fs: FileSystem,
  base: string,
  patterns: readonly string[],
): readonly string[] {
  return walkPatterns(fs, base, patterns).paths;
}

function walkPatterns(
  fs: FileSystem,
  base: string,
  patterns: readonly string[],
): { readonly paths: readonly string[]; readonly unread: readonly string[] } {
  const walk: Walk = { fs, base, listed: new Map(), unread: new Set() };
  const paths = new Set(patterns.flatMap((pattern) => matchPattern(walk, "", pattern.split("/"), 0)));
  return { paths: [...paths], unread: [...walk.unread] };
}

interface Walk {
  readonly fs: FileSystem;
  readonly base: string;
  /** Directories looked into so far, by path: many patterns may name the same. */
  readonly listed: Map<string, readonly DirectoryEntry[] | null>;
  /** Directories that could hold matching files and were not looked into. */
  readonly unread: Set<string>;
}

function matchPattern(
  walk: Walk,
  prefix: string,
  segments: readonly string[],
  depth: number,
): readonly string[] {
  const [segment, ...rest] = segments;
  if (segment === undefined || segment === "" || segment === "." || segment === "..") return [];
  const entries = depth > DEPTH_MAX ? null : entriesOf(walk, prefix);
  if (entries === null) {
    walk.unread.add(prefix === "" ? "." : prefix);
    return [];
  }
  if (segment === "**") {
    const below = entries
      .filter(({ kind, name }) => kind === "directory" && !name.startsWith(".") && name !== "node_modules")
      .flatMap(({ name }) => matchPattern(walk, `${prefix}${name}/`, segments, depth + 1));
    return [...matchPattern(walk, prefix, rest, depth), ...below];
  }
  const matching = entries.filter((entry) => fitsGlobSegment(segment, entry.name));
  if (rest.length === 0) {
    return matching.filter((entry) => isFile(walk, prefix, entry)).map((entry) => prefix + entry.name);
  }
  return matching
    .filter((entry) => isDirectory(walk, prefix, entry))
    .flatMap((entry) => matchPattern(walk, `${prefix}${entry.name}/`, rest, depth + 1));
}

/** A directory that is named may be a link inside the workspace; `**` follows none. */
function isDirectory({ fs, base }: Walk, prefix: string, { kind, name }: DirectoryEntry): boolean {
  if (kind !== "link") return kind === "directory";
  const path = join(base, prefix, name);
  return resolvesInside(fs, base, path) && fs.stat(path).kind === "directory";
}

function isFile({ fs, base }: Walk, prefix: string, { kind, name }: DirectoryEntry): boolean {
  if (kind !== "link") return kind === "file";
  const path = join(base, prefix, name);
  return resolvesInside(fs, base, path) && fs.stat(path).kind === "file";
}

/** Null when a directory is there and may not be looked into, or too many were. */
function entriesOf(walk: Walk, prefix: string): readonly DirectoryEntry[] | null {
  const known = walk.listed.get(prefix);
  if (known !== undefined) return known;
  if (walk.listed.size >= DIRECTORIES_MAX) return null;
  const entries = listDirectory(walk, prefix);
  walk.listed.set(prefix, entries);
  return entries;
}

function listDirectory({ fs, base }: Walk, prefix: string): readonly DirectoryEntry[] | null {
  try {
    return fs.readdir(join(base, prefix));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return error.kind === "not-found" || error.kind === "not-a-directory" ? [] : null;
  }
}

function readBytes(fs: FileSystem, base: string, path: string, limitBytes: number): Uint8Array | null {
  try {
    return readFileInside(fs, base, path, limitBytes);
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
