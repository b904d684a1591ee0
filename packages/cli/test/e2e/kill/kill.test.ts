import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCurator } from "@metis-curate/core";
import {
  dumpTree,
  isTorture,
  type LibraryDisk,
  readLibraryDisk,
  reportPoints,
  seedTree,
  spreadPoints,
  type TreeDump,
  type TreeSeedEntry,
} from "@metis-curate/testkit";
import { ACTS, type ActName, killedAct, memoryLibrary, openRealWorld, workspaceIn } from "./real-world.ts";
import { actsOf, curatedIn, expectWholeOnDisk, standOf } from "./whole-on-disk.ts";

/** Points per act, spread over its effects; every effect with `bun run torture`. */
const POINTS: Readonly<Record<ActName, number>> = { archive: 6, run: 16, day: 12 };
/** Every so many points the act is also done again; every one with torture. */
const AGAIN_STRIDE = isTorture() ? 1 : 3;
const CHILD = join(import.meta.dir, "killed-act.ts");
const SIGKILL = "SIGKILL";
/** A process per point: minutes when every effect is one. */
const TIMEOUT_MS = 1_200_000;

let base = "";
let home = "";
let pristine = "";
let first: LibraryDisk;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "metis-kill-")));
  home = join(base, "home");
  pristine = join(base, "pristine");
  mkdirSync(home);
  const { fs, trace } = memoryLibrary(home);
  const { deps, close } = openRealWorld(home);
  seedTree(deps.fs, workspaceIn(home), seedOf(fs.dump(workspaceIn(home))));
  await deps.trace.append(trace.events, "normal");
  first = readLibraryDisk(deps.fs, deps.root);
  close();
  cpSync(home, pristine, { recursive: true });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

for (const name of Object.keys(ACTS) as ActName[]) {
  test(
    `${name}: a process killed at any effect loses nothing, and the next one finishes`,
    async () => {
      const startedMs = performance.now();
      const uncut = await rehearse(name);
      const points = spreadPoints(uncut.effects, POINTS[name]);
      for (const [index, at] of points.entries()) {
        await killAndRecover(name, at, uncut, index % AGAIN_STRIDE === 0);
      }
      reportPoints(`kill -9 sweep on disk, ${name}`, points.length, uncut.effects, startedMs);
      expect(points.length).toBeGreaterThan(5);
    },
    TIMEOUT_MS,
  );
}

interface Uncut {
  /** The home right before the act. */
  readonly start: string;
  readonly effects: number;
  readonly skills: TreeDump;
  readonly curated: number;
}

async function rehearse(name: ActName): Promise<Uncut> {
  const start = join(base, `before-${name}`);
  resetHome(pristine);
  const { deps: earlier, close: closeEarlier } = openRealWorld(home);
  await killedAct(name).before?.(createCurator(earlier));
  closeEarlier();
  cpSync(home, start, { recursive: true });
  const child = actInChild(name, 0);
  expect(child.stderr).toBe("");
  const { deps, close } = openRealWorld(home);
  const curated = curatedIn(await actsOf(deps)).length;
  close();
  return { start, effects: Number(child.stdout), skills: dumpTree(deps.fs, deps.root.skillsDir), curated };
}

async function killAndRecover(name: ActName, at: number, uncut: Uncut, again: boolean): Promise<void> {
  const where = `${name} killed at ${at}`;
  resetHome(uncut.start);
  const opened = openRealWorld(home);
  const before = standOf(opened.deps).files;
  opened.close();
  expect(actInChild(name, at).signal, where).toBe(SIGKILL);
  const { deps, close } = openRealWorld(home);
  try {
    const curator = createCurator(deps);
    const status = await curator.status();
    const recovered = status.ok && status.value.paused ? await curator.pause() : await curator.resume();
    expect(recovered.ok, where).toBe(true);
    await expectWholeOnDisk(deps, { first, before, home, where });
    if (!again) return;
    await killedAct(name).act(curator);
    await expectWholeOnDisk(deps, { first, before, home, where: `${where}, done again` });
    expect(dumpTree(deps.fs, deps.root.skillsDir), where).toEqual(uncut.skills);
    expect(curatedIn(await actsOf(deps)).length, where).toBeGreaterThanOrEqual(uncut.curated);
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
function resetHome(from: string): void {
  rmSync(home, { recursive: true, force: true });
  cpSync(from, home, { recursive: true });
}

function seedOf(dump: TreeDump): Record<string, TreeSeedEntry> {
  return Object.fromEntries(
    Object.entries(dump).flatMap(([path, { kind, mode, content }]) =>
      kind === "file" ? [[path, { content: Buffer.from(content, "latin1"), mode }] as const] : [],
    ),
  );
}
