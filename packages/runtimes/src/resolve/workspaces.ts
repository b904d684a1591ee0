import { dirname, join } from "node:path";
import type { SkillFiles } from "./skill-files.ts";

/** Directories above a workspace that are looked at. */
const PARENTS_MAX = 64;

/**
 * Returns the real path of a workspace and of every directory above it up to its repository's root, nearest first;
 * only the workspace where there is no repository, nothing when it is gone.
 */
export function workspaceAndParents(files: SkillFiles, workspace: string | null): readonly string[] {
  const real = workspace === null ? null : files.realpath(workspace);
  if (real === null) return [];
  const above: string[] = [];
  for (let at = real; above.length < PARENTS_MAX; at = dirname(at)) {
    above.push(at);
    if (files.exists(join(at, ".git"))) return above;
    if (at === dirname(at)) break;
  }
  return [real];
}
