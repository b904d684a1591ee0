import { createHash } from "node:crypto";
import { refused } from "../curator/refusals.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import type { FetchedSkill } from "../ports/skill-source.ts";
import { confine } from "../roots/tree/confine.ts";
import { parseSkillDocument } from "../skills/parse-skill-document.ts";
import { validateSkillBody } from "../skills/skill-body.ts";
import { isSafeDirectoryName, validateSkillDescription, validateSkillName } from "../skills/skill-name.ts";

/** Support files of an adopted skill, their bytes together, and the depth of their directories. */
export const ADOPT_FILES_MAX = 200;
export const ADOPT_BYTES_MAX = 8 * 1_048_576;
const DEPTH_MAX = 8;
const PATH_CHARACTERS_MAX = 240;

/** A stranger's skill that may be written as it came. */
export interface ImportableSkill {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly fileHash: string;
  readonly sizeTokens: number;
  /** `SKILL.md` first, the others by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly contentHash: string;
}

/**
 * Returns the skill of what was fetched, or refuses it as `unusable`: paths that leave the directory or hide in it, too
 * much of it, a `SKILL.md` that is no valid skill (CONTRACTS 1.1). Nothing is repaired: what is written is what came.
 */
export function checkFetched(fetched: Extract<FetchedSkill, { kind: "fetched" }>): Outcome<ImportableSkill> {
  const fault = findFileFault(fetched.files, fetched.skillFile.length);
  if (fault !== null) return unusable(fault);
  const directory = fetched.directoryName.normalize("NFC");
  const document = parseSkillDocument(fetched.skillFile, directory);
  if (document.kind === "skipped")
    return unusable(`SKILL.md is no valid skill: ${document.diagnostic.message}`);
  const name = (document.fields.name ?? directory).normalize("NFC");
  const { description } = document.fields;
  const invalid =
    validateSkillName(name) ?? validateSkillDescription(description) ?? validateSkillBody(document.body);
  if (invalid !== null) return unusable(`SKILL.md is no valid skill: ${invalid}`);
  const files = new Map([
    ["SKILL.md", fetched.skillFile],
    ...[...fetched.files].sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const { version, fileHash, sizeTokens } = document;
  return {
    ok: true,
    value: { name, description, version, fileHash, sizeTokens, files, contentHash: hashFiles(files) },
  };
}

function findFileFault(files: ReadonlyMap<string, Uint8Array>, skillBytes: number): string | null {
  if (files.size > ADOPT_FILES_MAX) return `it has ${files.size} files, at most ${ADOPT_FILES_MAX} are taken`;
  let bytes = skillBytes;
  const folded = new Set(["skill.md"]);
  for (const [path, content] of files) {
    bytes += content.length;
    const fault = findPathFault(path);
    if (fault !== null) return `the file ${JSON.stringify(path.slice(0, PATH_CHARACTERS_MAX))} ${fault}`;
    const key = path.normalize("NFKC").toLowerCase();
    if (folded.has(key))
      return `two of its files are called ${JSON.stringify(path)} where case does not count`;
    folded.add(key);
  }
  if (bytes > ADOPT_BYTES_MAX) return `it has ${bytes} bytes, at most ${ADOPT_BYTES_MAX} are taken`;
  return findNested([...files.keys()]);
}

/** Returns why a path may not be written, or null. */
function findPathFault(path: string): string | null {
  if (confine("/skill", path) === null || path.endsWith("/")) return "lies outside of the skill";
  const names = path.split("/");
  if (path.length > PATH_CHARACTERS_MAX || names.length > DEPTH_MAX) return "lies too deep";
  if (names.some((name) => name.startsWith("."))) return "is hidden";
  return names.every(isSafeDirectoryName) ? null : "has a name with characters that are not safe";
}

/** A file cannot have the name of a directory of another. */
function findNested(paths: readonly string[]): string | null {
  const files = new Set(["SKILL.md", ...paths]);
  const clash = paths.find((path) =>
    path.split("/").some((_, at, names) => at > 0 && files.has(names.slice(0, at).join("/"))),
  );
  return clash === undefined ? null : `the file ${JSON.stringify(clash)} lies below another file`;
}

function hashFiles(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash("sha256");
  for (const [path, bytes] of files) hash.update(`${JSON.stringify(path)}:${bytes.length}\n`).update(bytes);
  return hash.digest("hex");
}

function unusable(message: string): Outcome<never> {
  return refused("unusable", `${message}; nothing was written`);
}
