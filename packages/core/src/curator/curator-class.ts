import { createCurator } from "./create-curator.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import type { SkillCurator as Curator } from "./skill-curator.ts";

/** What every curator can do. */
export type SkillCurator = Curator;

/** `new SkillCurator(deps)` is what `createCurator(deps)` returns, for who looks for a class. */
export const SkillCurator = class SkillCurator {
  constructor(deps: CuratorDeps) {
    Object.assign(this, createCurator(deps));
  }
} as new (
  deps: CuratorDeps,
) => SkillCurator;
