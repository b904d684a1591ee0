import { join } from "node:path";
import type { Root } from "../roots/root.ts";
import { confine } from "../roots/tree/index.ts";

/**
 * A file or directory as an intent names it: never an absolute path, so that an intent can only lead
 * inside the root it belongs to. `path` is relative to the area, `/`-separated.
 */
export interface Place {
  readonly area: "skills" | "archive";
  readonly path: string;
}

/** Absolute path of a place. Throws on a path that leaves its area: an intent file was tampered with. */
export function placePath(root: Root, place: Place): string {
  const areaDir = place.area === "skills" ? root.skillsDir : root.archiveDir;
  const path = confine(areaDir, place.path);
  if (path === null) throw new Error(`${place.area}:${place.path} leaves ${areaDir}`);
  return path;
}

/** The place of a file inside a place that is a directory. */
export function placeInside(place: Place, relative: string): Place {
  return { area: place.area, path: `${place.path}/${relative}` };
}

/** Archive path as events and `state.json` carry it: relative to the root's base, trailing slash (CONTRACTS 3). */
export function archivePathOf(root: Root, archiveId: string): string {
  const inside = root.archiveDir.startsWith(`${root.base}/`)
    ? root.archiveDir.slice(root.base.length + 1)
    : join(".metis", "skills-archive");
  return `${inside}/${archiveId}/`;
}
