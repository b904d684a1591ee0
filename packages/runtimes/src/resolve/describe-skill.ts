import { join } from "node:path";
import type { Root } from "@metis-curate/core";
import { skillFileHash, skillSizeTokens, skillVersion, splitSkillText } from "@metis-curate/core/light";
import type { SkillPath } from "./find-skill.ts";
import type { SkillFiles } from "./skill-files.ts";
import type { ResolvedSkill } from "./skill-resolver.ts";

const SKILL_FILE = "SKILL.md";
/** `skill_version` of what cannot be read. */
const UNKNOWN_VERSION = "unknown";

/** Describes a skill that was found: its names in the owning root, and its present SKILL.md. */
export function describeSkill(
  files: SkillFiles,
  owner: Root,
  realSkillsDir: string,
  path: SkillPath,
  file: string,
): ResolvedSkill {
  const directory = join(realSkillsDir, ...path);
  return {
    kind: "skill",
    rootKey: owner.key,
    layout: owner.layout,
    scope: owner.scope,
    base: owner.base,
    skill: (path.at(-1) ?? "").normalize("NFC"),
    path: path.join("/"),
    directory,
    file: file === "" ? SKILL_FILE : file,
    ...present(files, directory),
  };
}

type Present = Pick<ResolvedSkill, "version" | "fileHash" | "sizeTokens" | "modifiedAtMs">;

function present(files: SkillFiles, directory: string): Present {
  const found = files.readFile(join(directory, SKILL_FILE));
  if (found === null) return { version: UNKNOWN_VERSION, fileHash: null, sizeTokens: 1, modifiedAtMs: null };
  const { bytes, modifiedAtMs } = found;
  const fileHash = skillFileHash(bytes);
  const split = splitSkillText(bytes);
  if (split.kind !== "split") return { version: UNKNOWN_VERSION, fileHash, sizeTokens: 1, modifiedAtMs };
  const { body } = split.text;
  return { version: skillVersion(body), fileHash, sizeTokens: skillSizeTokens(body), modifiedAtMs };
}
