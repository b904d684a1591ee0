import { join } from "node:path";
import type { Layout, Root } from "@metis-curate/core";
import { globalRoot, listRoots } from "@metis-curate/core/light";
import { RUNTIME_NAMES, type RuntimeName } from "../layouts/runtime-name.ts";
import { readersOf } from "../layouts/skill-lookups.ts";
import type { SkillFiles } from "../resolve/skill-files.ts";

/** Links looked at in one skills directory. */
const LINKS_MAX = 5_000;
const HERMES_CONFIG = "config.yaml";

export interface ReaderPlace {
  /** Real path. */
  readonly home: string;
  readonly layouts: readonly Layout[];
  readonly files: SkillFiles;
}

/** Who reads the skills of one root: the readers of its own directory, and those who reach skills of it by links. */
export interface SkillReaders {
  readonly all: readonly RuntimeName[];
  /** By real path of a skill's directory. */
  readonly more: ReadonlyMap<string, readonly RuntimeName[]>;
}

/**
 * Finds who reads the skills of a root (CONTRACTS 14): the runtimes whose own order names its directory, those of other
 * rows whose directory is a link to it, and, skill by skill, those whose directory links to that skill. Never throws.
 */
export function findReaders(place: ReaderPlace, root: Root): SkillReaders {
  const { files } = place;
  const real = files.realpath(root.skillsDir) ?? root.skillsDir;
  const all = new Set<RuntimeName>();
  const more = new Map<string, readonly RuntimeName[]>();
  for (const other of rootsBeside(place, root)) {
    const directory = files.realpath(other.skillsDir);
    if (directory === null) continue;
    const readers = readersOfRoot(place, other);
    const links = overlaps(real, directory) ? null : files.linkNames(directory, LINKS_MAX);
    // More links than can be looked at may lead to any skill.
    if (links === null) for (const reader of readers) all.add(reader);
    else
      addLinked(
        files,
        links.map((name) => join(directory, name)),
        real,
        readers,
        more,
      );
  }
  return { all: inOrder(all), more };
}

/** The root itself, the home directory's, and those of the same workspace. */
function rootsBeside({ home, layouts }: ReaderPlace, root: Root): readonly Root[] {
  const workspaces = root.scope === "workspace" ? [root.base] : [];
  return [root, ...listRoots({ home, layouts }, workspaces)];
}

function readersOfRoot(place: ReaderPlace, root: Root): readonly RuntimeName[] {
  const row = place.layouts.find(({ name, home }) => name === root.layout || home?.name === root.layout);
  const readers = readersOf(row?.name ?? root.layout, root.scope);
  const isNamedByHermes = root.scope === "global" && hermesNames(place, root);
  return isNamedByHermes ? inOrder(new Set([...readers, "hermes"])) : readers;
}

/** Hermes reads further directories when its `config.yaml` names them under `external_dirs`. */
function hermesNames({ home, layouts, files }: ReaderPlace, root: Root): boolean {
  const layout = layouts.find(({ name }) => name === "hermes");
  if (layout === undefined) return false;
  const config = files.readFile(join(globalRoot({ home, layout }).skillsDir, "..", HERMES_CONFIG));
  if (config === null) return false;
  const text = new TextDecoder().decode(config.bytes);
  const below = root.skillsDir.startsWith(`${home}/`)
    ? root.skillsDir.slice(home.length + 1)
    : root.skillsDir;
  return text.includes("external_dirs") && text.includes(below);
}

function addLinked(
  files: SkillFiles,
  links: readonly string[],
  realSkillsDir: string,
  readers: readonly RuntimeName[],
  more: Map<string, readonly RuntimeName[]>,
): void {
  for (const link of links) {
    const target = files.realpath(link);
    if (target === null || !target.startsWith(`${realSkillsDir}/`)) continue;
    more.set(target, inOrder(new Set([...(more.get(target) ?? []), ...readers])));
  }
}

function overlaps(left: string, right: string): boolean {
  return `${left}/`.startsWith(`${right}/`) || `${right}/`.startsWith(`${left}/`);
}

function inOrder(readers: ReadonlySet<RuntimeName>): readonly RuntimeName[] {
  return RUNTIME_NAMES.filter((name) => readers.has(name));
}
