import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { listPackages, ROOT } from "./workspace.ts";

const TIMEOUT_MS = 180_000;
/** Its suites are of `bun:test`, and so are their types. */
const FOR_TESTS = "@metis-curate/testkit";

let project: string;
beforeAll(async () => {
  await buildPackages();
  project = mkdtempSync(join(tmpdir(), "metis-types-"));
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  writeFileSync(join(project, "all.ts"), importsOfAll());
}, TIMEOUT_MS);
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** A program that imports every module of every package, and builds a curator. */
function importsOfAll(): string {
  const modules = listPackages().flatMap(({ json }) =>
    json.name === FOR_TESTS
      ? []
      : Object.keys(json.exports ?? {})
          .filter((subpath) => !subpath.endsWith(".json"))
          .map((subpath) => `${json.name}${subpath.slice(1)}`),
  );
  const imports = modules.map((module, at) => `import * as module${at} from "${module}";`);
  return [
    ...imports,
    `export const modules = [${modules.map((_, at) => `module${at}`).join(", ")}];`,
    'import { type CuratorDeps, SkillCurator } from "@metis-curate/core";',
    "export const curatorOf = (deps: CuratorDeps): SkillCurator => new SkillCurator(deps);",
  ].join("\n");
}

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])(
  "who checks every declaration finds no fault, with module %s and resolution %s",
  (module, moduleResolution) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2022",
      lib: ["es2023"],
      types: ["node"],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      preserveSymlinks: false,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["all.ts"] }));
    const compiler = join(ROOT, "node_modules/.bin/tsc");
    const ran = Bun.spawnSync([process.execPath, compiler, "--pretty", "false", "-p", "."], { cwd: project });
    expect(`${ran.stdout}${ran.stderr}`).toBe("");
  },
  TIMEOUT_MS,
);
