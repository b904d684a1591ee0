import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCurator } from "@metis-curate/core";
import { dumpTree, seedTree, type TreeDump, type TreeSeedEntry } from "@metis-curate/testkit";
import { ACTS, type ActName, memoryLibrary, openRealWorld, workspaceIn } from "./real-world.ts";
import { actsOf, curatedIn, expectWholeOnDisk, libraryDump } from "./whole-on-disk.ts";

/** Points per act, spread over its effects; every effect with `bun run torture`. */
const POINTS = process.env["METIS_TORTURE"] === "1" ? Number.POSITIVE_INFINITY : 10;
const CHILD = join(import.meta.dir, "killed-act.ts");
const SIGKILL = "SIGKILL";
/** A process per point: minutes when every effect is one. */
const TIMEOUT_MS = 600_000;

let base = "";
let home = "";
let pristine = "";

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "metis-kill-")));
  home = join(base, "home");
  pristine = join(base, "pristine");
  mkdirSync(home);
  const { fs, trace } = memoryLibrary(home);
  const { deps, close } = openRealWorld(home);
  seedTree(deps.fs, workspaceIn(home), seedOf(fs.dump(workspaceIn(home))));
  await deps.trace.append(trace.events, "normal");
  close();
  cpSync(home, pristine, { recursive: true });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

for (const name of Object.keys(ACTS) as ActName[]) {
  test(
    `${name}: a process killed at any effect loses nothing, and the next one finishes`,
    async () => {
      const uncut = await rehearse(name);
      const stride = Math.max(1, Math.ceil(uncut.effects / POINTS));
      let points = 0;
      for (let at = 1; at <= uncut.effects; at += stride) {
        points += 1;
        await killAndRecover(name, at, uncut);
      }
      console.log(`kill sweep, ${name}: ${points} of ${uncut.effects} points`);
      expect(points).toBeGreaterThan(5);
    },
    TIMEOUT_MS,
  );
}

interface Uncut {
  readonly effects: number;
  readonly skills: TreeDump;
  readonly curated: number;
}

async function rehearse(name: ActName): Promise<Uncut> {
  resetHome();
  const child = actInChild(name, 0);
  expect(child.stderr).toBe("");
  const { deps, close } = openRealWorld(home);
  const curated = curatedIn(await actsOf(deps)).length;
  close();
  return { effects: Number(child.stdout), skills: dumpTree(deps.fs, deps.root.skillsDir), curated };
}

async function killAndRecover(name: ActName, at: number, uncut: Uncut): Promise<void> {
  const where = `${name} killed at ${at}`;
  resetHome();
  const before = dumpOfHome();
  expect(actInChild(name, at).signal, where).toBe(SIGKILL);
  const { deps, close } = openRealWorld(home);
  try {
    const curator = createCurator(deps);
    const recovered = await curator.resume();
    expect(recovered.ok, where).toBe(true);
    await expectWholeOnDisk(deps, before, where);
    await ACTS[name](curator);
    await expectWholeOnDisk(deps, before, where);
    expect(dumpTree(deps.fs, deps.root.skillsDir), where).toEqual(uncut.skills);
    expect(curatedIn(await actsOf(deps)).length, where).toBe(uncut.curated);
  } finally {
    close();
  }
}

function actInChild(name: ActName, at: number) {
  const child = Bun.spawnSync([process.execPath, CHILD, home, name, String(at)]);
  return {
    stdout: child.stdout.toString(),
    stderr: child.stderr.toString(),
    signal: child.signalCode ?? null,
  };
}

/** The same path every time: a root's key is made from it. */
function resetHome(): void {
  rmSync(home, { recursive: true, force: true });
  cpSync(pristine, home, { recursive: true });
}

function dumpOfHome(): TreeDump {
  const { deps, close } = openRealWorld(home);
  close();
  return libraryDump(deps);
}

function seedOf(dump: TreeDump): Record<string, TreeSeedEntry> {
  return Object.fromEntries(
    Object.entries(dump).flatMap(([path, { kind, mode, content }]) =>
      kind === "file" ? [[path, { content: Buffer.from(content, "latin1"), mode }] as const] : [],
    ),
  );
}
