/**
 * Links of one page. All are relative to the page itself, so that they hold wherever the app is mounted and
 * whatever a proxy strips from the path.
 */
export interface Links {
  readonly overview: string;
  readonly skills: string;
  readonly runs: string;
  /** How programs ask for the same. */
  readonly reference: string;
  skill(name: string): string;
  run(id: string): string;
  asset(file: string): string;
}

/**
 * Links for a page at `path`, the whole path of the request still encoded, which lies `depth` segments below the
 * dashboard's own root: 0 for the overview, 1 for `/skills`, 2 for `/skills/:name`.
 */
export function linksFrom(path: string, depth: number): Links {
  const segments = path.split("/").slice(1);
  const mount = depth === 0 ? segments.at(-1) : segments.at(-1 - depth);
  const up = depth > 1 ? "../".repeat(depth - 1) : "./";
  const isBelowItsName = depth === 0 && mount !== undefined && mount !== "";
  const base = isBelowItsName ? `./${mount}/` : up;
  return {
    overview: overviewLink(up, depth, mount ?? ""),
    skills: `${base}skills`,
    runs: `${base}runs`,
    reference: `${base}reference`,
    skill: (name) => `${base}skills/${encodeURIComponent(name.toWellFormed())}`,
    run: (id) => `${base}runs/${encodeURIComponent(id.toWellFormed())}`,
    asset: (file) => `${base}assets/${file}`,
  };
}

/** A mounted dashboard answers at `/curator`, not at `/curator/`. */
function overviewLink(up: string, depth: number, mount: string): string {
  if (mount === "") return up;
  return depth === 0 ? `./${mount}` : `${up}../${mount}`;
}
