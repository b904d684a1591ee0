import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { withSharedMetadata } from "./metadata.ts";
import { findModuleSpecifiers, packageOf } from "./module-specifiers.ts";
import { type PackedPackage, packPackages } from "./pack-packages.ts";
import { listPackages, type PackageJson, ROOT, readPackageJson } from "./workspace.ts";

const TIMEOUT_MS = 180_000;
const NODE_OLDEST = "20.0.0";
const TESTKIT = "@metis-curate/testkit";
const CLI = "metis-curate";
/** Scripts for the browser, which gets them under other names. */
const FOR_BROWSERS = /\/dashboard\/assets\/(?!load-assets)/;
const CODE = /\.(?:d\.ts|tsx?|jsx?)$/;

const workspace = listPackages();
const names = workspace.map(({ json }) => json.name);
let directory: string;
let packs: ReadonlyMap<string, PackedPackage>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "metis-packs-"));
  packs = new Map((await packPackages(directory)).map((pack) => [pack.name, pack]));
}, TIMEOUT_MS);
afterAll(() => rmSync(directory, { recursive: true }));

function packOf(name: string): PackedPackage {
  const found = packs.get(name);
  if (found === undefined) throw new Error(`${name} was not packed`);
  return found;
}

/** Each kind of dependency that is there when the package is installed, or may be. */
function runtimeDependencies({ dependencies, optionalDependencies, peerDependencies }: PackageJson) {
  return { ...dependencies, ...optionalDependencies, ...peerDependencies };
}

async function textOf(name: string, path: string): Promise<string> {
  return (await packOf(name).files.get(path)?.text()) ?? "";
}

async function specifiersOf(pack: PackedPackage): Promise<readonly { file: string; specifier: string }[]> {
  const files = [...pack.files].filter(([path]) => CODE.test(path) && !FOR_BROWSERS.test(path));
  const found = await Promise.all(
    files.map(async ([file, content]) =>
      findModuleSpecifiers(await content.text()).map((specifier) => ({ file, specifier })),
    ),
  );
  return found.flat();
}

/** Every dependency with its own, as they are installed here; a package that is not (an optional one) has none. */
function installedBelow(
  json: PackageJson,
  seen = new Set<string>(),
): readonly (PackageJson & { readonly engines?: { readonly node?: string } })[] {
  return Object.keys({ ...json.dependencies, ...json.optionalDependencies }).flatMap((name) => {
    const place = join(ROOT, "node_modules", name);
    if (seen.has(name) || !existsSync(join(place, "package.json"))) return [];
    seen.add(name);
    const found = readPackageJson(place);
    return [found, ...installedBelow(found, seen)];
  });
}

/** Every file that a package's manifest names. */
function namedFiles(value: unknown): readonly string[] {
  if (typeof value === "string") return [posix.normalize(value)];
  return Object.values(value ?? {}).flatMap(namedFiles);
}

test("every package of the workspace is packed", () => {
  expect([...packs.keys()].sort()).toEqual([...names].sort());
});

test("what packages share is said once, in the root", () => {
  const root = readPackageJson(ROOT);
  for (const one of workspace) {
    expect(JSON.stringify(one.json)).toBe(JSON.stringify(withSharedMetadata(root, one)));
  }
});

describe.each(names)("the pack of %s", (name) => {
  test("is as publint would have it", async () => {
    const tarball = await Bun.file(packOf(name).tarball).arrayBuffer();
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test("has types that are right for whoever imports modules", async () => {
    const tarball = await Bun.file(packOf(name).tarball).bytes();
    const result = await checkPackage(createPackageFromTarballData(tarball));
    if (!("problems" in result)) throw new Error(`${name} has no types`);
    const { problems } = result;
    // The profile `esm-only` of are-the-types-wrong: it is no CommonJS, and says so.
    const ignored = new Set(["node10", "node16-cjs"]);
    expect(
      problems.filter((problem) => !("resolutionKind" in problem && ignored.has(problem.resolutionKind))),
    ).toEqual([]);
  });

  test("holds what it is for and nothing else", () => {
    const { json, files } = packOf(name);
    const paths = [...files.keys()];
    expect(paths).toContain("README.md");
    expect(paths).toContain("LICENSE");
    const places = new Set(paths.map((path) => path.split("/")[0]));
    const allowed = ["LICENSE", "README.md", "CHANGELOG.md", "package.json", "dist", "src"];
    const own = json.bin === undefined ? [] : ["bin", "bundle"];
    expect([...places].filter((place) => ![...allowed, ...own].includes(place ?? ""))).toEqual([]);
    const strays =
      /(?:\.(?:test|prop|model|contract)\.|(?:^|\/)tests?\/|tsconfig|tsbuildinfo|\.map$|\/\.|^\.)/;
    expect(paths.filter((path) => strays.test(path))).toEqual([]);
    const sources = paths.filter((path) => /^src\/.*\.tsx?$/.test(path));
    const missing = sources.flatMap((path) => {
      const built = path.replace(/^src\//, "dist/").replace(/\.tsx?$/, "");
      return [`${built}.js`, `${built}.d.ts`].filter((file) => !files.has(file));
    });
    expect(missing).toEqual([]);
  });

  test("has every file that its manifest names, types before sources before modules", () => {
    const { json, files } = packOf(name);
    const named = namedFiles([json.exports, json.bin ?? {}, json["man"] ?? []]);
    expect(named.filter((file) => !files.has(file))).toEqual([]);
    for (const target of Object.values(json.exports ?? {})) {
      if (typeof target !== "string") {
        expect(Object.keys(target as object)).toEqual(["types", "bun", "default"]);
      }
    }
  });

  test("says what it is, whose it is, and how it is published", () => {
    const { json } = packOf(name);
    const place = workspace.find((one) => one.json.name === name)?.place;
    expect(json).toMatchObject({
      description: expect.stringMatching(/^[A-Z].{15,}[^.]$/),
      license: "Apache-2.0",
      homepage: expect.stringContaining("https://"),
      bugs: { url: expect.stringContaining("https://") },
      repository: { type: "git", url: expect.stringMatching(/^git\+https:.*\.git$/), directory: place },
      publishConfig: { access: "public", provenance: true },
      type: "module",
      engines: { bun: expect.any(String) },
    });
    expect(json.private).toBeUndefined();
  });

  test("depends on fixed versions of what it uses, and of ours on the present ones", () => {
    const { json } = packOf(name);
    expect(JSON.stringify(json)).not.toMatch(/"(?:workspace|catalog|file|link):/);
    expect(json.devDependencies).toBeUndefined();
    const fixed = { ...json.dependencies, ...json.optionalDependencies };
    const loose = Object.entries(fixed).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    expect(loose).toEqual([]);
    const ours = Object.entries(runtimeDependencies(json)).filter(([dependency]) =>
      names.includes(dependency),
    );
    expect(ours).toEqual(ours.map(([dependency]) => [dependency, packOf(dependency).json.version]));
    expect(ours.map(([dependency]) => dependency)).not.toContain(TESTKIT);
  });

  test("imports nothing that it does not list or hold, and lists nothing that it does not import", async () => {
    const pack = packOf(name);
    const found = await specifiersOf(pack);
    const listed = runtimeDependencies(pack.json);
    // A bundle asks for what the packages in it ask for.
    const bundled = Object.keys(listed).flatMap((one) =>
      names.includes(one) && pack.json.bin !== undefined
        ? Object.keys(packOf(one).json.peerDependencies ?? {})
        : [],
    );
    const used = new Set(found.flatMap(({ specifier }) => packageOf(specifier) ?? []));
    const strangers = [...used].filter((one) => ![name, ...Object.keys(listed), ...bundled].includes(one));
    expect(strangers).toEqual([]);
    const lost = found.filter(({ file, specifier }) => {
      const target = posix.join(dirname(file), specifier).replace(/\.js$/, "");
      const isHere = [".js", ".d.ts", ""].some((ending) => pack.files.has(`${target}${ending}`));
      return specifier.startsWith(".") && !isHere;
    });
    expect(lost).toEqual([]);
    const texts = await Promise.all([...pack.files].map(([, file]) => file.text()));
    const unused = Object.keys(listed).filter((one) => !texts.some((text) => text.includes(`"${one}`)));
    expect(unused).toEqual([]);
  });

  test("needs nothing that says it does not run on Node 20", () => {
    const refusing = installedBelow(packOf(name).json).filter(
      ({ engines }) => engines?.node !== undefined && !Bun.semver.satisfies(NODE_OLDEST, engines.node),
    );
    expect(refusing.map((one) => `${one.name} ${one.version}: ${one.engines?.node}`)).toEqual([]);
  });

  test("needs no types of Bun, unless it is for tests", async () => {
    const found = (await specifiersOf(packOf(name))).filter(({ file }) => file.endsWith(".d.ts"));
    expect(found.filter(({ specifier }) => /^bun(?::|$)/.test(specifier))).toEqual([]);
  });

  test("has a README whose links lead somewhere", async () => {
    const readme = await textOf(name, "README.md");
    expect(readme).toStartWith(`# ${name}\n`);
    const here = /https:\/\/github\.com\/metis-curate\/metis-curate\/blob\/main\/([^)#\s]*)/g;
    const linked = [...readme.matchAll(here)].map(([, path]) => path ?? "");
    expect(linked.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(linked.length).toBeGreaterThan(0);
  });
});

describe("optional peers", () => {
  test("are listed as such, and nothing else makes them come along", () => {
    const peers = [...packs.values()].flatMap(({ name, json }) =>
      Object.keys(json.peerDependencies ?? {}).map((peer) => ({
        name,
        peer,
        isOptional: json.peerDependenciesMeta?.[peer]?.optional,
      })),
    );
    expect(peers).toEqual([
      { name: "@metis-curate/models", peer: "@huggingface/transformers", isOptional: true },
      { name: "@metis-curate/sqlite", peer: "better-sqlite3", isOptional: true },
    ]);
    const installed = [...packs.values()].flatMap(({ json }) =>
      Object.keys({ ...json.dependencies, ...json.optionalDependencies }),
    );
    expect(installed.filter((one) => peers.some(({ peer }) => peer === one))).toEqual([]);
  });
});

describe("the pack of the command line", () => {
  test("is executable, with a first line that starts Bun or Node", async () => {
    const { tarball } = packOf(CLI);
    const listing = Bun.spawnSync(["tar", "-tvzf", tarball, "package/bin/metis-curate.js"]).stdout.toString();
    expect(listing).toStartWith("-rwxr-xr-x");
    expect(await textOf(CLI, "bin/metis-curate.js")).toStartWith("#!/usr/bin/env sh\n");
  });

  test("holds the manual page and the schema that the repository has", async () => {
    expect(packOf(CLI).json["man"]).toBe("./dist/metis-curate.1");
    const same = [
      ["dist/metis-curate.1", "man/metis-curate.1"],
      ["dist/metis.schema.json", "docs/metis.schema.json"],
    ] as const;
    for (const [packed, committed] of same) {
      expect(await textOf(CLI, packed)).toBe(await Bun.file(join(ROOT, committed)).text());
    }
  });

  test("holds the hook's bundle, without the list that is for the repository", () => {
    const bundle = [...packOf(CLI).files.keys()].filter((path) => path.startsWith("bundle/"));
    expect(bundle).toContain("bundle/hook-main.js");
    expect(bundle).not.toContain("bundle/sources.json");
  });
});

test("module specifiers are found in statements, calls, and types", () => {
  const text = [
    'import { a } from "a";',
    "import b, {\n  c,\n} from '@b/c/d';",
    'export * from "./e.js";',
    'import "node:fs";',
    'type F = typeof import("f/g");',
    'const h = await import("h");',
    '// import { no } from "no"',
    " * import { no } from 'no'",
  ].join("\n");
  const found = findModuleSpecifiers(text);
  expect([...found].sort()).toEqual(["./e.js", "@b/c/d", "a", "f/g", "h", "node:fs"]);
  expect(found.flatMap((one) => packageOf(one) ?? []).sort()).toEqual(["@b/c", "a", "f", "h"]);
});
