import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackages } from "./pack-packages.ts";
import { ROOT } from "./workspace.ts";

const TIMEOUT_MS = 180_000;
/** What the bundle was made of; a hook that runs without it runs the bundle. */
const SOURCE = "src/hook/hook-main.ts";

let home: string;
let program: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "metis-hook-"));
  program = join(home, "node_modules/metis-curate");
  const packs = await packPackages(home);
  for (const [path, file] of packs.find(({ name }) => name === "metis-curate")?.files ?? []) {
    if (path !== SOURCE) await Bun.write(join(program, path), await file.bytes());
  }
  mkdirSync(join(home, "node_modules/@metis-curate"));
  for (const name of ["adapters", "core", "runtimes", "sqlite", "trace-sqlite"]) {
    symlinkSync(join(ROOT, "packages", name), join(home, "node_modules/@metis-curate", name));
  }
}, TIMEOUT_MS);
afterAll(() => rmSync(home, { recursive: true }));

test("an installed package runs a hook from its bundle", () => {
  const record = { session_id: "s", hook_event_name: "SessionStart", source: "startup", cwd: home };
  const ran = Bun.spawnSync([process.execPath, join(program, "bin/metis-curate.js"), "hook", "claude-code"], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
    stdin: Buffer.from(JSON.stringify(record)),
    stderr: "pipe",
  });
  expect({ code: ran.exitCode, stderr: ran.stderr.toString() }).toEqual({ code: 0, stderr: "" });
  expect(existsSync(join(program, SOURCE))).toBe(false);
  expect(existsSync(join(home, ".metis/curator/runtimes.json"))).toBe(true);
});
