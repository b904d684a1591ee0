import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./workspace.ts";

const TIMEOUT_MS = 180_000;
/** What Node 20 has of the language; of 2024 it knows well-formed strings, and neither `Map.groupBy` nor sets' methods. */
const LIBRARY = ["ES2023", "ES2024.String"];
/** What only Bun has, behind a look at which of the two it is. */
const OF_BUN = /Cannot find name(?:space)? 'Bun'|TS4111: Property 'bun'|\/serve-bun\.ts/;

/** Functions of Node's modules that 20.0 has not, by their documentation ("Added in"); an import of one fails there. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  "node:crypto": ["hash"],
  "node:fs": ["glob", "globSync", "mkdtempDisposableSync"],
  "node:fs/promises": ["glob"],
  "node:module": ["enableCompileCache", "findPackageJSON", "registerHooks", "stripTypeScriptTypes"],
  "node:path": ["matchesGlob"],
  "node:process": ["getBuiltinModule", "loadEnvFile"],
  "node:url": ["fileURLToPathBuffer"],
  "node:util": ["diff", "getCallSites", "getSystemErrorMessage", "parseEnv", "styleText"],
};
const IMPORT = /import (?!type)\{([^}]*)\} from "(node:[^"]+)"/g;

let directory: string;
beforeAll(() => {
  const cache = join(ROOT, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  directory = mkdtempSync(join(cache, "node-20-"));
  const config = {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: { lib: LIBRARY, types: ["node"] },
    include: [join(ROOT, "packages/*/src")],
    exclude: [join(ROOT, "packages/testkit")],
  };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(
  "no source uses what Node 20 lacks",
  () => {
    const compiler = join(ROOT, "node_modules/.bin/tsc");
    const ran = Bun.spawnSync([process.execPath, compiler, "--pretty", "false", "-p", directory], {
      cwd: ROOT,
    });
    const faults = ran.stdout
      .toString()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith(" ") && !OF_BUN.test(line));
    expect(faults).toEqual([]);
  },
  TIMEOUT_MS,
);

test("no source imports a function that Node 20.0 lacks", async () => {
  const files = [...new Bun.Glob("packages/*/src/**/*.{ts,tsx}").scanSync({ cwd: ROOT })];
  const sources = await Promise.all(files.map((file) => Bun.file(join(ROOT, file)).text()));
  const faults = sources.flatMap((source, at) =>
    [...source.matchAll(IMPORT)].flatMap(([, names = "", module = ""]) =>
      names
        .split(",")
        .map((name) => name.trim().split(" as ")[0] ?? "")
        .filter((name) => NEWER[module]?.includes(name))
        .map((name) => `${files[at]}: ${name} of ${module}`),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});
