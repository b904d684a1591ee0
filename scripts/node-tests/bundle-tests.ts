import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { BunPlugin } from "bun";
import { listPackages, ROOT } from "../packaging/workspace.ts";

/** Packages that do what an operating system does; the whole of their tests runs under Node where it can. */
const NEAR_THE_SYSTEM = ["adapters", "http", "skill-index", "sqlite", "trace-sqlite"];
/** A file that asks for Bun itself, or for its own place in the sources. */
const NEEDS_BUN = /\bBun\.|\bimport\.meta\.(?:dir|path)\b|from "bun"/;
/** What Bun brings, in the little that these tests use of it. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  "bun:test": "bun-test.ts",
  "bun:sqlite": "bun-sqlite.ts",
};
const TESTKIT = join(ROOT, "packages/testkit");

export interface NodeTests {
  /** Bundles, one for each file of tests, in a directory of their own below `node_modules`. */
  readonly directory: string;
  readonly files: readonly string[];
  /** To be loaded before each of them. */
  readonly preload: string;
}

/** Files of tests that run under Node, relative to the repository: every contract suite, and more. */
export function listNodeTests(): readonly string[] {
  const suites = listPackages().flatMap(({ place }) => {
    const name = place.slice("packages/".length);
    const pattern = NEAR_THE_SYSTEM.includes(name) ? "test/**/*.test.ts" : "test/**/*.contract.test.ts";
    return [...new Bun.Glob(`${place}/${pattern}`).scanSync({ cwd: ROOT })];
  });
  return suites.filter((file) => !NEEDS_BUN.test(readFileSync(join(ROOT, file), "utf8"))).toSorted();
}

/**
 * Makes of each file one that Node runs. Tests and testkit are bundled; every package is what `dist` holds, as for who
 * installs it. Throws when a file cannot be bundled.
 */
export async function bundleNodeTests(tests: readonly string[]): Promise<NodeTests> {
  const cache = join(ROOT, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, "node-tests-"));
  const preload = "packages/testkit/src/preload.ts";
  const built = await Bun.build({
    entrypoints: [...tests, preload].map((file) => join(ROOT, file)),
    root: ROOT,
    outdir: directory,
    target: "node",
    format: "esm",
    splitting: true,
    naming: { entry: "[dir]/[name].mjs", chunk: "chunk-[hash].mjs" },
    plugins: [onNode],
  });
  if (!built.success) throw new AggregateError(built.logs, "tests cannot be bundled for Node");
  const bundleOf = (file: string): string => join(directory, file.replace(/\.ts$/, ".mjs"));
  return { directory, files: tests.map(bundleOf), preload: bundleOf(preload) };
}

const onNode: BunPlugin = {
  name: "tests on Node",
  setup: (build) => {
    build.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === "entry-point-build") return undefined;
      const substitute = SUBSTITUTES[path];
      if (substitute !== undefined) return { path: join(import.meta.dir, substitute) };
      if (path === "@metis-curate/testkit") return { path: join(TESTKIT, "src/index.ts") };
      if (!path.startsWith(".")) return { path, external: true };
      const built = findBuilt(resolve(dirname(importer), path));
      return built === null ? undefined : { path: built, external: true };
    });
  },
};

/** The built file of a source of a package; null for tests and testkit. */
function findBuilt(file: string): string | null {
  if (file.startsWith(`${TESTKIT}/`)) return null;
  const [, place, source] = /^(packages\/[^/]+)\/src\/(.+)\.tsx?$/.exec(relative(ROOT, file)) ?? [];
  return place === undefined ? null : join(ROOT, place, "dist", `${source}.js`);
}
