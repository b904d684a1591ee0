import { createHash } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { SkillSource, SkillSourceAnswer, SourcedSkill } from "../ports/skill-source.ts";
import type { Root } from "../roots/root.ts";
import { ensureDirectory, replaceFile } from "../roots/tree/index.ts";

/** How long an answer is good for (CONTRACTS 13.7). */
export const SCOUT_CACHE_US = 24 * 3_600_000_000;
/** Answers that are kept, and bytes of one. */
export const SCOUT_CACHE_FILES_MAX = 64;
const FILE_BYTES_MAX = 524_288;
const DIRECTORY = "scout-cache";
const KEY_DIGITS = 32;

const schema = v.object({
  schema_version: v.literal("1"),
  key: v.string(),
  at_us: v.number(),
  skills: v.array(
    v.object({ source_url: v.string(), name: v.string(), description: v.nullable(v.string()) }),
  ),
  warnings: v.array(v.string()),
});

type FoundAnswer = Extract<SkillSourceAnswer, { kind: "found" }>;

/** Where the answers of sources wait: beside the root's lock, outside any repository. */
export interface ScoutCachePlace {
  readonly fs: FileSystem;
  readonly root: Root;
  readonly nowUs: number;
}

/** The name of an answer: no two sources, addresses or queries share one. A catalogue has one for all queries. */
export function scoutCacheKey(source: SkillSource, query: string): string {
  const asked = source.isCatalog ? null : query;
  return JSON.stringify([source.id, source.endpoint, asked]);
}

/** Returns the answer of the last 24 hours; null when there is none, or none that can be read. Never throws. */
export function findCachedAnswer({ fs, root, nowUs }: ScoutCachePlace, key: string): FoundAnswer | null {
  const text = readText(fs, pathOf(root, key));
  const decoded = v.safeParse(schema, parseJson(text));
  if (!decoded.success || decoded.output.key !== key) return null;
  const { at_us: atUs, skills, warnings } = decoded.output;
  if (nowUs < atUs || nowUs - atUs >= SCOUT_CACHE_US) return null;
  return { kind: "found", skills: skills.map(fromWire), warnings };
}

/** Keeps an answer and lets go of the oldest above the limit. Throws `FileSystemError`. */
export function keepAnswer({ fs, root, nowUs }: ScoutCachePlace, key: string, answer: FoundAnswer): void {
  const record = {
    schema_version: "1",
    key,
    at_us: nowUs,
    skills: answer.skills.map(({ sourceUrl, name, description }) => ({
      source_url: sourceUrl,
      name,
      description,
    })),
    warnings: answer.warnings,
  };
  const bytes = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
  if (bytes.length > FILE_BYTES_MAX) return;
  const path = pathOf(root, key);
  ensureDirectory(fs, directoryOf(root));
  replaceFile(fs, path, bytes, `.${nameOf(key)}.tmp`);
  dropOldest(fs, directoryOf(root), nameOf(key));
}

function dropOldest(fs: FileSystem, directory: string, kept: string): void {
  const files = fs.readdir(directory).filter(({ name, kind }) => kind === "file" && name !== kept);
  const surplus = files.length - (SCOUT_CACHE_FILES_MAX - 1);
  if (surplus <= 0) return;
  const aged = files
    .map(({ name }) => ({ name, atMs: fs.lstat(join(directory, name)).modifiedAtMs }))
    .sort((a, b) => a.atMs - b.atMs);
  for (const { name } of aged.slice(0, surplus)) fs.unlink(join(directory, name));
}

function fromWire(skill: v.InferOutput<typeof schema>["skills"][number]): SourcedSkill {
  return { sourceUrl: skill.source_url, name: skill.name, description: skill.description };
}

function readText(fs: FileSystem, path: string): string {
  try {
    return new TextDecoder().decode(fs.readFile(path, FILE_BYTES_MAX));
  } catch (error) {
    if (error instanceof FileSystemError) return "";
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function directoryOf(root: Root): string {
  return join(root.privateDir, DIRECTORY);
}

function nameOf(key: string): string {
  return `${createHash("sha256").update(key, "utf8").digest("hex").slice(0, KEY_DIGITS)}.json`;
}

function pathOf(root: Root, key: string): string {
  return join(directoryOf(root), nameOf(key));
}
