import { relative, sep } from "node:path";
import { findSkillsOwner, type Layout, type Outcome, type Root } from "@metis-curate/core";
import { layoutsAt, ownDirectoryLayout } from "@metis-curate/runtimes";
import { findNearestWord } from "../argv/find-nearest-word.ts";
import { shellWord } from "../text/shell-word.ts";
import type { OpenCuratorOptions } from "./curator-opener.ts";

const OURS = [`.metis${sep}skills-archive`, `.metis${sep}curator`];
const LAYOUT_DEFAULT = "metis";

export interface LayoutChoice {
  /** All rows, so that a root knows which skills are another's. */
  readonly layouts: readonly Layout[];
  readonly name: string;
}

export type LayoutOptions = Pick<
  OpenCuratorOptions,
  "workspace" | "global" | "home" | "env" | "layout" | "skillsDir"
>;

/**
 * The layout that `--layout` or `--skills-dir` asks for, among the rows of CONTRACTS 14. A skills directory that a row has
 * or links to is that row's; any other is a layout of its own, so that its archive, state and events never mix with
 * another's. Refusals (exit 2): both options, no such row, a directory outside the workspace or home, one that holds
 * another row's skills or lies among them.
 */
export function chooseLayout(
  options: LayoutOptions,
  realpath: (path: string) => string | null,
): Outcome<LayoutChoice> {
  const home = realpath(options.home) ?? options.home;
  const layouts = layoutsAt({ home, env: options.env, realpath });
  if (options.skillsDir === undefined) return chooseRow(layouts, options.layout ?? LAYOUT_DEFAULT);
  if (options.layout !== undefined) {
    return refuse("bad-skills-dir", "--layout and --skills-dir exclude each other; give one");
  }
  const named = options.global || options.workspace === null ? options.home : options.workspace;
  const base = realpath(named) ?? named;
  const directory = realpath(options.skillsDir) ?? options.skillsDir;
  const owner = findSkillsOwner({ home, layouts, realpath }, directory);
  if (owner !== null) return chooseOwner(layouts, owner, { base, directory, realpath });
  return chooseOwnDirectory(layouts, base, directory, options.skillsDir);
}

function chooseRow(layouts: readonly Layout[], word: string): Outcome<LayoutChoice> {
  const row = layouts.find(({ name, home }) => name === word || home?.name === word);
  if (row !== undefined) return { ok: true, value: { layouts, name: row.name } };
  const names = layouts.map(({ name }) => name);
  const near =
    names.find((name) => name.startsWith(`${word.toLowerCase()}-`)) ?? findNearestWord(word, names);
  const hint = near === null ? "" : `; did you mean ${near}?`;
  return refuse("unknown-layout", `no layout is called "${word}"${hint} (known: ${names.join(", ")})`);
}

interface Asked {
  readonly base: string;
  readonly directory: string;
  realpath(path: string): string | null;
}

function chooseOwner(
  layouts: readonly Layout[],
  owner: Root,
  { base, directory, realpath }: Asked,
): Outcome<LayoutChoice> {
  const row = layouts.find(({ name, home }) => name === owner.layout || home?.name === owner.layout);
  const where = owner.scope === "global" ? "--global" : shellWord(owner.base);
  const advice = `give metis-curate ${where} --layout ${row?.name ?? owner.layout}`;
  if (owner.base !== base || row === undefined) {
    return refuse("bad-skills-dir", `${directory} belongs to another library; ${advice}`);
  }
  if ((realpath(owner.skillsDir) ?? owner.skillsDir) === directory)
    return { ok: true, value: { layouts, name: row.name } };
  return refuse(
    "bad-skills-dir",
    `${directory} holds the skills of ${owner.skillsDir}, or lies among them; ${advice}`,
  );
}

function chooseOwnDirectory(
  layouts: readonly Layout[],
  base: string,
  directory: string,
  typed: string,
): Outcome<LayoutChoice> {
  const inside = relative(base, directory);
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || inside.startsWith(sep)) {
    return refuse(
      "bad-skills-dir",
      `--skills-dir ${typed} is not inside ${base}; name the workspace that holds it`,
    );
  }
  if (touchesOurs(inside)) {
    return refuse(
      "bad-skills-dir",
      `--skills-dir ${typed} holds, or lies in, the archive or the state; name another directory`,
    );
  }
  const layout = ownDirectoryLayout(inside.split(sep).join("/"));
  return { ok: true, value: { layouts: [...layouts, layout], name: layout.name } };
}

/** Archive and state never lie inside a skills directory, nor the other way round (CONTRACTS 2). */
function touchesOurs(inside: string): boolean {
  return OURS.some(
    (ours) => `${ours}${sep}`.startsWith(`${inside}${sep}`) || inside.startsWith(`${ours}${sep}`),
  );
}

function refuse(kind: string, message: string): Outcome<never> {
  return { ok: false, refusal: { kind, message, exitCode: 2 } };
}
