/**
 * Bundles the way of a hook into `packages/cli/bundle/`: an agent waits for it, and reading some sixty sources takes
 * longer than all they do. `main.ts` takes the bundle where it is there and no source is newer.
 */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./workspace.ts";

const CLI = join(ROOT, "packages/cli");
const TARGET = join(CLI, "bundle");

/** What Bun has at once, in the place of modules of Node that take milliseconds to load. */
const QUICK: Readonly<Record<string, string>> = {
  "node:crypto":
    "export const createHash = (name) => new Bun.CryptoHasher(name); export const randomUUID = () => crypto.randomUUID();",
  "node:url": "export const fileURLToPath = Bun.fileURLToPath;",
  "node:module": "export const createRequire = () => import.meta.require;",
  // Asked only where there is no HOME.
  "node:os": 'export const homedir = () => import.meta.require("node:os").homedir();',
};
/** Only asked for what a person's own configuration says, and found where they lie. */
const LARGE = /^@metis-curate\/(?:core|adapters)$/;

const quickModules: Bun.BunPlugin = {
  name: "quick-modules",
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(
        /from "(node:(?:crypto|url|module|os))"/g,
        'from "quick:$1"',
      ),
      loader: "ts",
    }));
    build.onResolve({ filter: /^quick:/ }, ({ path }) => ({
      path: path.slice("quick:".length),
      namespace: "quick",
    }));
    build.onLoad({ filter: /.*/, namespace: "quick" }, ({ path }) => ({
      contents: QUICK[path] ?? "",
      loader: "js",
    }));
    build.onResolve({ filter: LARGE }, ({ path }) => ({ path, external: true }));
  },
};

const out = mkdtempSync(join(CLI, ".bundle-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
const built = await Bun.build({
  entrypoints: [join(CLI, "src/hook/hook-main.ts")],
  outdir: out,
  target: "bun",
  splitting: true,
  minify: { whitespace: true, syntax: true },
  conditions: ["bun"],
  plugins: [quickModules],
  metafile: true,
});
if (!built.success) throw new AggregateError(built.logs, "the hook cannot be bundled");
const inputs = Object.keys(built.metafile?.inputs ?? {}).filter((path) => path.endsWith(".ts"));
const sources = inputs.map((path) => relative(CLI, join(process.cwd(), path)));
writeFileSync(join(out, "sources.json"), JSON.stringify(sources));
rmSync(TARGET, { recursive: true, force: true });
renameSync(out, TARGET);
