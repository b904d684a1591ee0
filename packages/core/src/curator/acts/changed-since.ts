import { type Place, placeInside, placePath, SKILL_FILE } from "../../actions/index.ts";
import { findFileHash } from "../../actions/step-state.ts";
import { namesIn } from "../../roots/tree/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { SupportFileHash } from "./earlier-file.ts";

/**
 * Relative path of the first file that a merge had copied into a survivor and that somebody changed or removed
 * since; null when all are as they were. Throws `FileSystemError`.
 */
export function findChangedSupportFile(
  { fs, root }: CuratorDeps,
  skill: Place,
  added: readonly SupportFileHash[],
): string | null {
  const changed = added.find(({ path, hash }) => findFileHash(fs, root, placeInside(skill, path)) !== hash);
  return changed?.path ?? null;
}

/**
 * Relative path of the first entry of a skill that is neither SKILL.md nor one of the files it was made with;
 * null without one. Throws `FileSystemError`.
 */
export function findForeignEntry(
  { fs, root }: CuratorDeps,
  skill: Place,
  own: readonly SupportFileHash[],
): string | null {
  const files = new Set([SKILL_FILE, ...own.map(({ path }) => path)]);
  const visit = (relative: string): string | null => {
    const place = relative === "" ? skill : placeInside(skill, relative);
    for (const name of namesIn(fs, placePath(root, place))) {
      const path = relative === "" ? name : `${relative}/${name}`;
      if (files.has(path)) continue;
      const holdsOwn = [...files].some((file) => file.startsWith(`${path}/`));
      const found = holdsOwn ? visit(path) : path;
      if (found !== null) return found;
    }
    return null;
  };
  return visit("");
}
