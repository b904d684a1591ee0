import { join } from "node:path";
import type { Root } from "@metis-curate/core";
import {
  isDescended,
  isSafeDirectoryName,
  SCAN_DEPTH_MAX,
  SCAN_DIRECTORIES_MAX,
} from "@metis-curate/core/light";
import { frontmatterName } from "./frontmatter-name.ts";
import type { SkillFiles } from "./skill-files.ts";

const SKILL_FILE = "SKILL.md";
/** Directories that one search looks at. */
const ENTRIES_MAX = 20_000;
/** SKILL.md that one search reads, for a name that no directory has. */
const FRONTMATTERS_MAX = 1_000;

/** A skill below a skills directory, by the names on the way to it. */
export type SkillPath = readonly string[];

/** Whether the agent keeps a path below its skills directory for itself, or hides it. */
export function isReserved(root: Root, names: readonly string[]): boolean {
  const first = names[0] ?? "";
  return root.scan?.reserved?.includes(first) === true || names.some((name) => name.startsWith("."));
}

/**
 * Returns the skill that a path below a skills directory leads to or into: the first directory on the way that holds
 * SKILL.md, as far down as the layout is searched (CONTRACTS 1.2). Null when there is none.
 */
export function skillOnPath(
  files: SkillFiles,
  root: Root,
  skillsDir: string,
  names: readonly string[],
): SkillPath | null {
  if (isReserved(root, names.slice(0, 1))) return null;
  const depthMax = Math.min(root.scan?.depthMax ?? SCAN_DEPTH_MAX, names.length);
  for (let depth = 1; depth <= depthMax; depth += 1) {
    const name = names[depth - 1] ?? "";
    if (!isDescended(name) || !isSafeDirectoryName(name)) return null;
    const path = names.slice(0, depth);
    if (holdsSkill(files, join(skillsDir, ...path))) return path;
  }
  return null;
}

/**
 * Returns the shallowest skill whose directory has this name; where the agent goes by it, else the first that calls
 * itself so in its frontmatter. Null when there is none.
 */
export function searchSkill(
  files: SkillFiles,
  root: Root,
  skillsDir: string,
  { name, byFrontmatter }: { readonly name: string; readonly byFrontmatter: boolean },
): SkillPath | null {
  const skills = listSkillPaths(files, root, skillsDir);
  const byDirectory = skills.find((path) => path.at(-1)?.normalize("NFC") === name);
  if (byDirectory !== undefined || !byFrontmatter) return byDirectory ?? null;
  return (
    skills.slice(0, FRONTMATTERS_MAX).find((path) => {
      const file = files.readFile(join(skillsDir, ...path, SKILL_FILE));
      return file !== null && frontmatterName(file.bytes)?.normalize("NFC") === name;
    }) ?? null
  );
}

/** Skills below a directory, level by level; beyond the limits, which a hook has time for, nothing is looked at. */
export function listSkillPaths(files: SkillFiles, root: Root, skillsDir: string): readonly SkillPath[] {
  const depthMax = root.scan?.depthMax ?? SCAN_DEPTH_MAX;
  const found: SkillPath[] = [];
  const queue: SkillPath[] = [[]];
  const seen = new Set<string>();
  let looked = 0;
  for (let at = 0; at < queue.length && at < SCAN_DIRECTORIES_MAX; at += 1) {
    const group = queue[at] ?? [];
    const directory = join(skillsDir, ...group);
    const real = files.realpath(directory);
    if (real === null || seen.has(real)) continue;
    seen.add(real);
    for (const name of files.directoryNames(directory)) {
      const path = [...group, name];
      if (!isDescended(name) || !isSafeDirectoryName(name) || isReserved(root, path)) continue;
      looked += 1;
      if (looked > ENTRIES_MAX) return found;
      if (holdsSkill(files, join(skillsDir, ...path))) found.push(path);
      else if (path.length < depthMax) queue.push(path);
    }
  }
  return found;
}

function holdsSkill(files: SkillFiles, directory: string): boolean {
  return files.exists(join(directory, SKILL_FILE));
}
