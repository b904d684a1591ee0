import type { PackageJson, WorkspacePackage } from "./workspace.ts";

/** Fields of every package that the root's `package.json` says once. */
const SHARED = ["license", "homepage", "bugs"] as const;
/** The order of a `package.json`; fields that are not named here follow. */
const ORDER = [
  "name",
  "version",
  "private",
  "description",
  "keywords",
  "license",
  "homepage",
  "bugs",
  "repository",
  "type",
  "sideEffects",
  "engines",
  "bin",
  "man",
  "exports",
  "files",
  "publishConfig",
  "scripts",
];
/** Without the list by which the repository knows that its sources are newer. */
const BUNDLE = ["bundle", "!bundle/sources.json"];
const COMMON_KEYWORDS = ["agent", "skills", "metis"];
/** Its suites are of `bun:test`. */
const BUN_ONLY: readonly string[] = ["@metis-curate/testkit"];
const SCRIPTS = {
  build: "bun ../../scripts/packaging/build-package.ts",
  prepack: "bun ../../scripts/packaging/build-packages.ts",
  typecheck: "tsc --noEmit -p .",
};

/**
 * Returns a package's `package.json` with all that it shares with the others: where it lives, what it runs on, how it
 * is built and published, and for every export its types, its sources for Bun, and its built file.
 */
export function withSharedMetadata(root: PackageJson, { place, json }: WorkspacePackage): PackageJson {
  const repository = root["repository"] as Readonly<Record<string, string>>;
  const fields: Record<string, unknown> = {
    ...json,
    ...Object.fromEntries(SHARED.map((field) => [field, root[field]])),
    keywords: [...new Set([...((json["keywords"] as readonly string[]) ?? []), ...COMMON_KEYWORDS])].sort(),
    repository: { ...repository, directory: place },
    engines: enginesOf(root, json),
    type: "module",
    sideEffects: json["sideEffects"] ?? false,
    exports: withConditions(json.exports ?? { ".": {} }),
    files: filesOf(json),
    publishConfig: { access: "public", provenance: true },
    scripts: { ...(json["scripts"] as object), ...SCRIPTS },
  };
  const names = [...ORDER.filter((name) => name in fields), ...Object.keys(fields)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, fields[name]])) as PackageJson;
}

function enginesOf(root: PackageJson, { name }: PackageJson): unknown {
  const { bun, ...others } = root["engines"] as Readonly<Record<string, string>>;
  return BUN_ONLY.includes(name) ? { bun } : { bun, ...others };
}

type Exports = Readonly<Record<string, unknown>>;

function withConditions(exports: Exports): Exports {
  const modules = Object.entries(exports).filter(([subpath]) => subpath !== "./package.json");
  return {
    ...Object.fromEntries(modules.map(([subpath, now]) => [subpath, conditionsOf(subpath, now)])),
    "./package.json": "./package.json",
  };
}

/** A file that is no module is exported as it is. */
function conditionsOf(subpath: string, now: unknown): unknown {
  if (typeof now === "string") return now;
  const module = moduleOf(subpath, now as Readonly<Record<string, string>>);
  return {
    types: `./dist/${module}.d.ts`,
    bun: `./src/${module}.ts`,
    default: `./dist/${module}.js`,
  };
}

/** What `bun` says already, else the source of the subpath's own name. */
function moduleOf(subpath: string, { bun }: Readonly<Record<string, string>>): string {
  if (bun !== undefined) return bun.replace(/^\.\/src\/|\.tsx?$/g, "");
  return subpath === "." ? "index" : subpath.slice("./".length);
}

/** Sources too: Bun runs them. */
function filesOf(json: PackageJson): readonly string[] {
  return [...(json.bin === undefined ? [] : ["bin", ...BUNDLE]), "dist", "src"];
}
