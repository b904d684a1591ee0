import { dirname, join, relative, sep } from "node:path";
import type { Layout, Root } from "@metis-curate/core";
import {
  directoriesAbove,
  findOwningRoot,
  globalRoot,
  listRoots,
  METIS_LAYOUT,
} from "@metis-curate/core/light";
import { LAYOUT_ROWS } from "../layouts/layout-row.ts";
import { findCuratedDirectory } from "./curated-directory.ts";
import type { SkillFiles } from "./skill-files.ts";

/** A root and the real path of its skills directory. */
export interface Owner {
  readonly root: Root;
  readonly realSkillsDir: string;
  /** Names from the skills directory to what was asked for. */
  readonly names: readonly string[];
}

export interface SkillOwners {
  readonly files: SkillFiles;
  /** Real path. */
  readonly home: string;
  readonly layouts: readonly Layout[];
}

/**
 * Returns the one root that a real path belongs to: the row whose skills directory it lies below, else the first that
 * links to a directory around it (core's `findSkillsOwner`), else a library of `--skills-dir` that was curated before.
 * Null when it lies in no root.
 */
export function findOwner(place: SkillOwners, realPath: string): Owner | null {
  const owning = findOwningRoot(place, realPath);
  if (owning !== null) {
    if (owning.scope === "workspace" && isNoWorkspace(place, owning.base)) return null;
    return ownerOf(owning, owning.skillsDir, realPath);
  }
  for (const root of listRoots(place, directoriesAbove(realPath))) {
    const real = place.files.realpath(root.skillsDir);
    if (real !== null && realPath.startsWith(`${real}/`)) return ownerOf(root, real, realPath);
  }
  const curated = findCuratedDirectory(place, realPath);
  return curated === null ? null : ownerOf(curated, curated.skillsDir, realPath);
}

function ownerOf(root: Root, realSkillsDir: string, realPath: string): Owner {
  return { root, realSkillsDir, names: relative(realSkillsDir, realPath).split(sep) };
}

/**
 * What an agent keeps in its usual directory, such as the plugins of `~/.claude`, is nobody's workspace. Where a variable
 * moved one to, workspaces may lie as well.
 */
function isNoWorkspace(place: SkillOwners, base: string): boolean {
  const { home } = place;
  const rows = [METIS_LAYOUT, ...LAYOUT_ROWS.map(({ layout }) => layout)];
  const agents = rows.map((layout) => dirname(globalRoot({ home, layout }).skillsDir));
  return agents.some((agent) => base.startsWith(`${agent}/`)) || isGlobalMetis(place, base);
}

/** A workspace whose `.metis` is the global one IS the global root (CONTRACTS 2): it has no other. */
function isGlobalMetis({ files, home }: SkillOwners, base: string): boolean {
  const global = files.realpath(join(home, ".metis"));
  return global !== null && files.realpath(join(base, ".metis")) === global;
}
