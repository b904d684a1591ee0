import type { FileSystem } from "../ports/file-system.ts";
import type { Logger } from "../ports/logger.ts";
import type { Root, RootScope } from "../roots/root.ts";
import { loadRootSkills } from "./load-root-skills.ts";
import type { Skill, SkillLibrary, SkippedSkill } from "./skill.ts";

export interface MergedSkill extends Skill {
  readonly scope: RootScope;
}

export interface MergedSkillLibrary {
  /** By name; a name is unique. */
  readonly skills: readonly MergedSkill[];
  readonly skipped: readonly (SkippedSkill & { readonly scope: RootScope })[];
}

export interface LoadSkillsOptions {
  readonly global?: Root;
  readonly workspace?: Root;
  readonly logger?: Logger;
}

const EMPTY: SkillLibrary = { skills: [], skipped: [] };

function load(fs: FileSystem, root: Root | undefined): SkillLibrary {
  return root === undefined ? EMPTY : loadRootSkills(fs, root);
}

/**
 * Loads the skills an agent sees: those of the workspace and the global ones it does not name itself; each
 * collision is logged (CONTRACTS 1.4). The curator never uses this, it loads one root alone. Never throws.
 */
export function loadSkills(
  fs: FileSystem,
  { global, workspace, logger }: LoadSkillsOptions,
): MergedSkillLibrary {
  const outer = load(fs, global?.key === workspace?.key ? undefined : global);
  const inner = load(fs, workspace);
  const byName = new Map<string, MergedSkill>();
  for (const skill of outer.skills) byName.set(skill.name, { ...skill, scope: "global" });
  for (const skill of inner.skills) {
    if (byName.has(skill.name)) {
      logger?.log("info", `skill ${skill.name}: the workspace's wins over the global one`);
    }
    byName.set(skill.name, { ...skill, scope: "workspace" });
  }
  return {
    skills: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    skipped: [
      ...inner.skipped.map((entry) => ({ ...entry, scope: "workspace" as const })),
      ...outer.skipped.map((entry) => ({ ...entry, scope: "global" as const })),
    ],
  };
}
