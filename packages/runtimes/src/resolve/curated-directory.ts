import { dirname, join, relative } from "node:path";
import type { Root } from "@metis-curate/core";
import { globalRoot, SCAN_DEPTH_MAX, workspaceRoot } from "@metis-curate/core/light";
import { OWN_DIRECTORY_PREFIX, ownDirectoryLayout } from "../layouts/own-directory.ts";
import type { SkillOwners } from "./skill-owners.ts";

/** Directories above a skill that may be the workspace of its library. */
const PARENTS_MAX = 32;

/**
 * Returns the library of `--skills-dir` that a skill's real directory lies in: one that was curated before, which its
 * directory beside the lock shows. Null when there is none; then no hook or import can know of it yet.
 */
export function findCuratedDirectory(place: SkillOwners, realPath: string): Root | null {
  const known = knownDirectories(place);
  if (known.size === 0) return null;
  let skillsDir = dirname(realPath);
  for (let depth = 1; depth <= SCAN_DEPTH_MAX && skillsDir !== dirname(skillsDir); depth += 1) {
    const root = findRoot(place, known, skillsDir);
    if (root !== null) return root;
    skillsDir = dirname(skillsDir);
  }
  return null;
}

function findRoot({ home }: SkillOwners, known: ReadonlySet<string>, skillsDir: string): Root | null {
  let base = dirname(skillsDir);
  for (let count = 0; count < PARENTS_MAX; count += 1) {
    const layout = ownDirectoryLayout(relative(base, skillsDir));
    const root =
      base === home ? globalRoot({ home, layout }) : workspaceRoot({ workspace: base, home, layout });
    if (known.has(root.privateDir)) return root;
    if (base === dirname(base)) return null;
    base = dirname(base);
  }
  return null;
}

function knownDirectories({ files, home }: SkillOwners): ReadonlySet<string> {
  const roots = join(home, ".metis", "curator", "roots");
  const names = files.directoryNames(roots).filter((name) => name.startsWith(OWN_DIRECTORY_PREFIX));
  return new Set(names.map((name) => join(roots, name)));
}
