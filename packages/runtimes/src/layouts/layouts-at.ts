import { createHash } from "node:crypto";
import { isAbsolute, join, relative, sep } from "node:path";
import type { HomeLayout, Layout } from "@metis-curate/core";
import { globalRoot, METIS_LAYOUT } from "@metis-curate/core/light";
import { LAYOUT_ROWS, type LayoutRow } from "./layout-row.ts";

const HASH_DIGITS = 8;

/** What the rows are made for. */
export interface LayoutPlace {
  /** Real path of the home directory. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real path of what a path leads to; null when there is nothing. */
  realpath(path: string): string | null;
}

/**
 * Returns the rows of CONTRACTS 14, `metis` first, as they are for one home directory and environment. A directory that
 * a variable moved is a library of its own: its global root has another key, archive and state, so that two
 * configuration directories of one agent never mix; its workspaces stay the row's.
 */
export function layoutsAt(place: LayoutPlace): readonly Layout[] {
  return [METIS_LAYOUT, ...LAYOUT_ROWS.map((row) => layoutAt(row, place))];
}

function layoutAt(row: LayoutRow, place: LayoutPlace): Layout {
  const { layout } = row;
  const moved = findMoved(row, place.env);
  if (moved === null) return layout;
  const usual = globalRoot({ home: place.home, layout }).skillsDir;
  const directory = place.realpath(moved) ?? moved;
  if (directory === (place.realpath(usual) ?? usual)) return layout;
  return { ...layout, home: { ...layout.home, ...movedHome(layout, directory, place.home) } };
}

function findMoved({ overrides }: LayoutRow, env: LayoutPlace["env"]): string | null {
  for (const { variable, below } of overrides) {
    const value = env[variable];
    if (value !== undefined && isAbsolute(value)) return join(value, ...below);
  }
  return null;
}

function movedHome(layout: Layout, directory: string, home: string): HomeLayout {
  const hash = createHash("sha256").update(directory, "utf8").digest("hex").slice(0, HASH_DIGITS);
  const name = `${layout.name}-${hash}`;
  const own = {
    name,
    archive: [".metis", "skills-archive", name],
    curator: [".metis", "curator", name],
  };
  const inside = relative(home, directory);
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`)) return { ...own, directory };
  return { ...own, skills: inside.split(sep) };
}
