import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./workspace.ts";

const TIMEOUT_MS = 180_000;
/** What Node 20 has of the language; of 2024 it knows well-formed strings, and neither `Map.groupBy` nor sets' methods. */
const LIBRARY = ["ES2023", "ES2024.String"];
/** What only Bun has, behind a look at which of the two it is. */
const OF_BUN = /Cannot find name(?:space)? 'Bun'|TS4111: Property 'bun'|\/serve-bun\.ts/;

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
