/** Builds the package in the current directory: `dist/` with a module and its types for every source. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { rewriteSpecifiers } from "./rewrite-specifiers.ts";
import { ROOT, readPackageJson } from "./workspace.ts";

const directory = process.cwd();
const source = join(directory, "src");
const target = join(directory, "dist");

/** Types of other packages come from their `dist/`, as they do for who installs them. */
const COMPILER_OPTIONS = {
  noEmit: false,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  target: "ES2024",
  customConditions: [],
  paths: {},
  rootDir: source,
};

function compile(out: string): void {
  const config = {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: { ...COMPILER_OPTIONS, outDir: out },
    include: [join(source, "**/*")],
  };
  const file = join(out, "tsconfig.json");
  writeFileSync(file, JSON.stringify(config));
  const compiler = [process.execPath, join(ROOT, "node_modules/.bin/tsc"), "--pretty", "false", "-p", file];
  const ran = Bun.spawnSync(compiler, { cwd: directory, stdout: "inherit", stderr: "inherit" });
  rmSync(file);
  if (ran.exitCode !== 0) process.exit(1);
}

function filesBelow(place: string, pattern: string): readonly string[] {
  return [...new Bun.Glob(pattern).scanSync({ cwd: place })];
}

/** The compiler leaves `./a.ts` in declarations as it is. */
function rewriteDeclarations(out: string): void {
  for (const file of filesBelow(out, "**/*.d.ts")) {
    writeFileSync(join(out, file), rewriteSpecifiers(readFileSync(join(out, file), "utf8")));
  }
}

function copyAssets(out: string): void {
  for (const file of filesBelow(source, "**/*")) {
    if (/\.tsx?$/.test(file)) continue;
    mkdirSync(dirname(join(out, file)), { recursive: true });
    copyFileSync(join(source, file), join(out, file));
  }
}

/** What the command line ships beside its modules: its manual page, and the schema for editors. */
function copyReferences(out: string): void {
  if (readPackageJson(directory).bin === undefined) return;
  copyFileSync(join(ROOT, "man/metis-curate.1"), join(out, "metis-curate.1"));
  copyFileSync(join(ROOT, "docs/metis.schema.json"), join(out, "metis.schema.json"));
}

// Beside `dist/`, so that the compiler finds what is installed, and a failed build leaves the last one.
const out = mkdtempSync(join(directory, ".dist-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
compile(out);
rewriteDeclarations(out);
copyAssets(out);
copyReferences(out);
// The last build is moved out of the way first: to remove it takes a while, and a program may be loading it.
const last = `${out}-last`;
process.on("exit", () => rmSync(last, { recursive: true, force: true }));
if (existsSync(target)) renameSync(target, last);
renameSync(out, target);
