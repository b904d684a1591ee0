import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNodes } from "../node-tests/find-nodes.ts";
import { packPackages } from "./pack-packages.ts";

const TIMEOUT_MS = 180_000;
const SCRIPT = `
  const { openDatabase, sqliteDriverName } = await import("@metis-curate/sqlite");
  try {
    const database = openDatabase(":memory:", { mode: "read-write", timeoutMs: 0, synchronous: "normal" });
    console.log(sqliteDriverName(), database.prepare("SELECT 7 AS n").get().n);
  } catch (error) {
    console.log(error.kind, error.message);
  }`;

let project: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "metis-peers-"));
  const packs = await packPackages(project);
  const sqlite = packs.find(({ name }) => name === "@metis-curate/sqlite");
  await install("@metis-curate/sqlite", sqlite?.files ?? new Map());
}, TIMEOUT_MS);
afterAll(() => rmSync(project, { recursive: true }));

/** As a package manager does that installs no optional peers. */
async function install(name: string, files: ReadonlyMap<string, File>): Promise<void> {
  for (const [path, file] of files) {
    await Bun.write(join(project, "node_modules", name, path), await file.bytes());
  }
}

/** What the script says in the project, run by a program with nothing of this repository in reach. */
function say(program: string): string {
  const words = program === process.execPath ? ["-e", SCRIPT] : ["--input-type=module", "-e", SCRIPT];
  const env = { PATH: process.env["PATH"] ?? "", HOME: project };
  const ran = Bun.spawnSync([program, ...words], { cwd: project, env, stderr: "pipe" });
  return `${ran.stdout}${ran.stderr}`.trim();
}

test("Bun needs no peer", () => {
  expect(say(process.execPath)).toBe("bun:sqlite 7");
});

for (const node of findNodes()) {
  if ("absent" in node) {
    test.skip(`on Node with ${node.driver}: ${node.absent}`, () => {});
    continue;
  }
  const title = `Node ${node.version} without better-sqlite3`;
  if (Bun.semver.satisfies(node.version, ">=22.16.0")) {
    test(`${title} uses its own SQLite`, () => {
      expect(say(node.program)).toBe("node:sqlite 7");
    });
    continue;
  }
  describe(title, () => {
    test("says in one line what to install", () => {
      expect(say(node.program)).toBe(
        `no-driver no SQLite here: better-sqlite3 is not installed; Node ${node.version} has no node:sqlite. ` +
          "Use Bun or Node 22.16 or newer, or run `npm install better-sqlite3@12`",
      );
    });

    test("takes no other version of it, and says which it found", () => {
      const place = join(project, "node_modules/better-sqlite3");
      mkdirSync(place);
      writeFileSync(join(place, "package.json"), '{"name":"better-sqlite3","version":"13.0.1"}');
      const said = say(node.program);
      rmSync(place, { recursive: true });
      expect(said).toStartWith("no-driver no SQLite here: better-sqlite3 is 13.0.1, not 12; ");
    });
  });
}
