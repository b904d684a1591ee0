import { expect, test } from "bun:test";
import { readSourceFiles, resolveImport, type SourceFile } from "./source-files.ts";

/** What each package may import of ours; the wiring in the CLI may import all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  sqlite: [],
  "trace-sqlite": ["@metis-curate/core", "@metis-curate/sqlite"],
  adapters: ["@metis-curate/core", "@metis-curate/sqlite"],
  models: ["@metis-curate/core"],
  http: [],
  server: ["@metis-curate/core", "@metis-curate/http"],
  mcp: ["@metis-curate/core", "@metis-curate/http"],
  runtimes: ["@metis-curate/adapters", "@metis-curate/core", "@metis-curate/sqlite"],
  scout: ["@metis-curate/core"],
  "skill-index": ["@metis-curate/core", "@metis-curate/sqlite"],
  testkit: ["@metis-curate/core"],
  cli: [
    "@metis-curate/adapters",
    "@metis-curate/core",
    "@metis-curate/http",
    "@metis-curate/mcp",
    "@metis-curate/models",
    "@metis-curate/runtimes",
    "@metis-curate/scout",
    "@metis-curate/server",
    "@metis-curate/skill-index",
    "@metis-curate/sqlite",
    "@metis-curate/trace-sqlite",
  ],
};
/** Rooms of core from which nothing may reach the later stages of a run. */
const EARLY_ROOMS = [
  "events",
  "money",
  "skills",
  "trace",
  "roots",
  "secrets",
  "selection",
  "verdicts",
  "config",
  "ports",
];
const LATE_ROOMS = ["actions", "backup", "curator", "scout"];

const files = readSourceFiles();

test("every package imports only what the architecture allows", () => {
  const strangers = files.flatMap(({ path, packageName, imports }) =>
    imports
      .filter((name) => name.startsWith("@metis-curate/") || name === "metis-curate")
      .filter((name) => !MAY_IMPORT[packageName]?.includes(packageOf(name)))
      .map((name) => `${path}: ${name}`),
  );
  expect(strangers).toEqual([]);
});

test("every package is named in the table", () => {
  expect([...new Set(files.map(({ packageName }) => packageName))].sort()).toEqual(
    Object.keys(MAY_IMPORT).sort(),
  );
});

test("no package reaches into another by path", () => {
  const leaps = files.flatMap((file) =>
    file.imports
      .filter((name) => name.startsWith("."))
      .map((name) => resolveImport(file, name))
      .filter(
        (target) =>
          target !== `${file.packageName}/package.json` && !target.startsWith(`${file.packageName}/src/`),
      )
      .map((target) => `${file.path}: ${target}`),
  );
  expect(leaps).toEqual([]);
});

test("in core nothing before the actions knows of actions or the curator", () => {
  const backward = files
    .filter(({ path }) => EARLY_ROOMS.some((room) => path.startsWith(`core/src/${room}/`)))
    .flatMap((file) =>
      file.imports
        .filter((name) => name.startsWith("."))
        .map((name) => resolveImport(file, name))
        .filter((target) => LATE_ROOMS.some((room) => target.startsWith(`core/src/${room}/`)))
        .map((target) => `${file.path}: ${target}`),
    );
  expect(backward).toEqual([]);
});

test("no import of values goes in a circle", () => {
  expect(findCycle(files)).toBeNull();
});

test("core/light imports no library", () => {
  const light = reachableFrom("core/src/light.ts");
  const libraries = light.flatMap(({ path, imports }) =>
    imports.filter((name) => !name.startsWith(".")).map((name) => `${path}: ${name}`),
  );
  expect(light.length).toBeGreaterThan(5);
  expect(libraries.filter((line) => !/: node:(?:crypto|path)$/.test(line))).toEqual([]);
});

test("what resolves a skill in a hook imports no library", () => {
  const resolver = reachableFrom("runtimes/src/resolve/create-skill-resolver.ts");
  const libraries = resolver.flatMap(({ path, text, imports }) =>
    imports
      .filter((name) => !name.startsWith(".") && !isTypeOnly(text, name))
      .map((name) => `${path}: ${name}`),
  );
  expect(resolver.length).toBeGreaterThan(10);
  expect(
    libraries.filter((line) => !/: (?:node:(?:crypto|fs|path|url)|@metis-curate\/core\/light)$/.test(line)),
  ).toEqual([]);
});

/** Whether a file imports only types from a module. */
function isTypeOnly(text: string, name: string): boolean {
  const all = [...text.matchAll(/\b(import|export)( type)? [^;]*?from "([^"]+)"/g)];
  return all.filter((match) => match[3] === name).every((match) => match[2] !== undefined);
}

/** Files that are loaded with a file: its imports of values, and theirs. */
function reachableFrom(entry: string): readonly SourceFile[] {
  const found = new Set([entry]);
  for (const path of found) {
    const file = files.find((one) => one.path === path);
    for (const target of file === undefined ? [] : valueImports(file)) found.add(target);
  }
  return files.filter(({ path }) => found.has(path));
}

/** `@metis-curate/core` of `@metis-curate/core/light`. */
function packageOf(name: string): string {
  return name.split("/").slice(0, 2).join("/");
}

/** First cycle found over imports that are not type-only, as a line; null without one. */
function findCycle(all: readonly SourceFile[]): string | null {
  const targets = new Map(all.map((file) => [file.path, valueImports(file)]));
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path].join(" -> ");
    if (finished.has(path)) return null;
    for (const target of targets.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle !== null) return cycle;
    }
    finished.add(path);
    return null;
  };
  for (const { path } of all) {
    const cycle = visit(path, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

function valueImports(file: SourceFile): readonly string[] {
  const typeOnly = new Set(
    [...file.text.matchAll(/\b(?:import|export) type [^;]*?from "([^"]+)"/g)].map((match) => match[1] ?? ""),
  );
  return file.imports
    .filter((name) => name.startsWith(".") && !typeOnly.has(name))
    .map((name) => resolveImport(file, name));
}
