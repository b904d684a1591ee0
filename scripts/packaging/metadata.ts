import type { PackageJson, WorkspacePackage } from "./workspace.ts";

/** Fields of every package that the root's `package.json` says once. */
const SHARED = ["license", "homepage", "bugs", "engines"] as const;
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
  "exports",
  "files",
  "publishConfig",
  "scripts",
];
const COMMON_KEYWORDS = ["agent", "skills", "metis"];
const SCRIPTS = {
  build: "bun ../../scripts/packaging/build-package.ts",
  prepack: "turbo run build --output-logs=errors-only",
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

function withConditions(exports: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const subpaths = Object.keys(exports).filter((subpath) => subpath !== "./package.json");
  return {
    ...Object.fromEntries(subpaths.map((subpath) => [subpath, conditionsOf(subpath)])),
    "./package.json": "./package.json",
  };
}

function conditionsOf(subpath: string): Readonly<Record<string, string>> {
  const module = subpath === "." ? "index" : subpath.slice("./".length);
  return {
    types: `./dist/${module}.d.ts`,
    bun: `./src/${module}.ts`,
    default: `./dist/${module}.js`,
  };
}

function filesOf(json: PackageJson): readonly string[] {
  return [...(json.bin === undefined ? [] : ["bin"]), "dist", "src"];
}
