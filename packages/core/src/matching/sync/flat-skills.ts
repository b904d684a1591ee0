import { basename, join } from "node:path";
import { listReferenceFiles } from "../../curator/reference-files.ts";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { readFileInside } from "../../roots/tree/index.ts";
import { isSafeDirectoryName, parseSkillDocument, SKILL_FILE_BYTES_MAX } from "../../skills/index.ts";
import { cutText } from "../terms/task-terms.ts";
import { fileStamp } from "./file-stamp.ts";
import type { SkillDocumentFile } from "./skill-document.ts";

/** Directories whose files are parts or old versions of skills, never skills. */
const NOT_SKILLS: ReadonlySet<string> = new Set([
  "references",
  "assets",
  "scripts",
  "templates",
  "examples",
  "node_modules",
]);
const DESCRIPTION_CHARACTERS_MAX = 1_024;

/**
 * Returns the flat `*.md` skills below `base` that the globs name (CONTRACTS 13.1), by path. A skill's name is its
 * file's; without a description in the frontmatter its first words stand in. `SKILL.md`, hidden directories, and
 * directories that hold parts of skills give none.
 */
export function readFlatSkills(
  fs: FileSystem,
  base: string,
  globs: readonly string[],
): readonly SkillDocumentFile[] {
  return listReferenceFiles(fs, base, globs)
    .filter(isFlatSkill)
    .flatMap((path) => readFlatSkill(fs, base, path) ?? []);
}

function isFlatSkill(path: string): boolean {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  if (!/\.md$/i.test(file) || /^(?:skill|readme|agents|claude)\.md$/i.test(file)) return false;
  // A layout's own directory is hidden (`.kiro/skills`); below it nothing hidden is a skill.
  return !segments.some(
    (segment, depth) => NOT_SKILLS.has(segment) || (depth > 0 && segment.startsWith(".")),
  );
}

function readFlatSkill(fs: FileSystem, base: string, path: string): SkillDocumentFile | null {
  const name = basename(path).replace(/\.md$/i, "").normalize("NFC");
  if (!isSafeDirectoryName(name)) return null;
  const file = join(base, path);
  const stamp = fileStamp(fs, file);
  const text = readText(fs, base, file);
  if (text === null) return null;
  const document = parseSkillDocument(new TextEncoder().encode(text), name);
  const found =
    document.kind === "skill"
      ? {
          description: document.fields.description,
          triggers: document.fields.triggers ?? [],
          body: document.body,
        }
      : { description: firstWords(text), triggers: [], body: text };
  if (found.description === "") return null;
  return { name, path: file, ...found, archived: false, stamp };
}

function readText(fs: FileSystem, base: string, file: string): string | null {
  try {
    const bytes = readFileInside(fs, base, file, SKILL_FILE_BYTES_MAX);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof FileSystemError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The first paragraph that is no heading and no frontmatter, after the title if there is one. */
function firstWords(text: string): string {
  const body = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, "");
  const title = /^#\s+(?<title>.+)$/m.exec(body)?.groups?.["title"] ?? "";
  const paragraph = body
    .split(/\r?\n\s*\r?\n/)
    .find((part) => part.trim() !== "" && !part.trim().startsWith("#"));
  const words = `${title}${title === "" || paragraph === undefined ? "" : ": "}${paragraph ?? ""}`;
  return cutText(words.replaceAll(/\s+/g, " ").trim(), DESCRIPTION_CHARACTERS_MAX);
}
