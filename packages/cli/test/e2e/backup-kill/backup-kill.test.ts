import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCurator, createRootBackups, verifyBackup } from "@metis-curate/core";
import { reportPoints, spreadPoints, type TreeDump } from "@metis-curate/testkit";
import { smallLibrary } from "../support/libraries.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";
import { openBackupWorld } from "./backup-world.ts";

const CHILD = join(import.meta.dir, "killed-backup.ts");
/** Points per act, spread over its effects; every effect with `bun run torture`. */
const POINTS = 8;
/** A process per point: minutes when every effect is one. */
const TIMEOUT_MS = 1_200_000;
const BYTES_MAX = 1e9;

let base = "";
let box: Sandbox;
let pristine = "";
let backup = "";
let target: TreeDump;
let before: TreeDump;

/** A library, its backup, and much that happened since. */
beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "metis-backup-kill-")));
  backup = join(base, "backup");
  pristine = join(base, "pristine");
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
  const { deps, close } = openBackupWorld(box.home);
  await createRootBackups(deps).create({ out: backup });
  target = box.dump();
  await createCurator(deps).archive("old-thing");
  await createCurator(deps).pin("by-hand");
  close();
  box.write("ws/.metis/skills/fresh-thing/SKILL.md", "broken");
  box.write("ws/.metis/skills/new-one/SKILL.md", "---\nname: new-one\n---\nmine\n");
  before = box.dump();
  cpSync(box.home, pristine, { recursive: true });
});

afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  box.dispose();
});

test(
  "a backup killed at any effect never has its name unless it is whole, and touches nothing",
  async () => {
    const out = join(base, "killed");
    await sweep("backup", out, async (where) => {
      expect(box.dump(), where).toEqual(before);
      const { deps, close } = openBackupWorld(box.home);
      if (existsSync(out)) await verifyBackup(deps, out, { bytesMax: BYTES_MAX });
      rmSync(out, { recursive: true, force: true });
      expect((await createRootBackups(deps).create({ out })).ok, where).toBe(true);
      rmSync(out, { recursive: true });
      close();
    });
  },
  TIMEOUT_MS,
);

test(
  "a restore killed at any effect is finished by the next act or never was",
  async () => {
    await sweep("restore", backup, async (where) => {
      const { deps, close } = openBackupWorld(box.home);
      expect((await createCurator(deps).resume()).ok, where).toBe(true);
      const isDone = box.events("curator.restored").length === 1;
      expect(withoutState(box.dump()), where).toEqual(withoutState(isDone ? target : before));
      expect((await createRootBackups(deps).restore(backup)).ok, where).toBe(true);
      expect(withoutState(box.dump()), where).toEqual(withoutState(target));
      expect(box.events("curator.restored"), where).toHaveLength(1);
      close();
    });
  },
  TIMEOUT_MS,
);

async function sweep(
  act: "backup" | "restore",
  path: string,
  check: (where: string) => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  reset();
  const effects = Number(await runChild(act, path, 0));
  if (act === "backup") rmSync(path, { recursive: true });
  const points = spreadPoints(effects, POINTS);
  for (const at of points) {
    reset();
    await runChild(act, path, at);
    await check(`${act} killed at ${at}`);
  }
  reportPoints(`kill -9 sweep on disk, ${act}`, points.length, effects, startedMs);
  expect(points.length).toBeGreaterThan(5);
}

/** The home as it was, at the same path: the root's key comes from it. */
function reset(): void {
  const old = join(base, "old");
  renameSync(box.home, old);
  cpSync(pristine, box.home, { recursive: true });
  rmSync(old, { recursive: true, force: true });
}

/** Prints the number of effects when it was not killed. */
async function runChild(act: string, path: string, effect: number): Promise<string> {
  const child = Bun.spawn([process.execPath, CHILD, box.home, act, path, String(effect)], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (effect === 0) expect(exitCode, stderr).toBe(0);
  else expect(child.signalCode, stderr).toBe("SIGKILL");
  return stdout;
}

/** What a restore makes of the interval is no part of the library, and an empty archive stays. */
function withoutState(dump: TreeDump): TreeDump {
  const kept = Object.entries(dump).filter(
    ([path]) => !path.startsWith(".metis/curator") && path !== ".metis/skills-archive",
  );
  return Object.fromEntries(kept);
}
