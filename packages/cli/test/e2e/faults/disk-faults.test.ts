import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentSkill, isTorture, reportPoints, type TreeDump, testSeed } from "@metis-curate/testkit";
import { type Arena, arenaOf, findUnsettled } from "../rivals/settled.ts";
import { idleSkills, smallLibrary } from "../support/libraries.ts";
import { type Ran, runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";
import { lostDirectory } from "./lost-directory.ts";
import { ACTS, expectMannered, LOOKS } from "./manners.ts";
import {
  CAN_MOUNT,
  giveAway,
  mountTiny,
  PUBLIC_TEMP,
  runLimited,
  runUnprivileged,
  unmount,
} from "./real-limits.ts";

const RUN = ["ws", "--model", "rules", "--yes"];
const TIMEOUT_MS = 600_000;
const IDLE = 6;
/** Enough that a run is still at it when something changes. */
const LONG = 40;

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

describe("a disk without room", () => {
  test.skipIf(!CAN_MOUNT)(
    "for what a run writes, whatever is left: nothing is lost, and with room it is finished",
    async () => {
      const kilobytes = roomsLeft();
      for (const left of kilobytes) await runOnFullDisk(left);
      reportPoints("kilobytes left on a full disk", kilobytes.length);
    },
    TIMEOUT_MS,
  );

  test("for a larger file: nothing is lost, and with room it is finished", async () => {
    const limits = isTorture() ? range(0, 120, 4) : [8, 44];
    for (const blocks of limits) {
      box.dispose();
      box = createSandbox();
      const arena = await makeArena();
      const before = box.dump();
      expectAnswer(runLimited(box.home, `-f ${blocks}`, RUN), before, `files of ${blocks} blocks`);
      await expectFinished(arena);
    }
    reportPoints("limits on the size of a file", limits.length);
  });
});

describe("too few open files", () => {
  test("whatever the limit: nothing is lost, and with more it is finished", async () => {
    const limits = isTorture() ? range(6, 40, 1) : [15, 16, 18, 20];
    for (const files of limits) {
      box.dispose();
      box = createSandbox();
      const arena = await makeArena();
      const before = box.dump();
      expectAnswer(runLimited(box.home, `-n ${files}`, RUN), before, `${files} open files`);
      await expectFinished(arena);
    }
    reportPoints("limits on open files", limits.length);
  });
});

describe.skipIf(!PUBLIC_TEMP)("a place that may not be written", () => {
  const places: readonly (readonly [string, number])[] = [
    ["ws/.metis", 0o555],
    ["ws/.metis/skills", 0o555],
    ["ws/.metis/skills/idle-001", 0o555],
    ["ws/.metis/skills/idle-002", 0o000],
    ["ws/.metis/skills/idle-003/SKILL.md", 0o000],
    ["ws/.metis/skills-archive", 0o555],
    ["ws/.metis/skills-archive", 0o000],
    ["ws/.metis/curator", 0o555],
    [".metis", 0o555],
    [".metis/curator", 0o555],
    [".metis/curator/roots", 0o555],
    [".metis/metis.db", 0o444],
    [".metis/metis.db", 0o000],
  ];

  /** A third of them by the seed, all with torture. */
  const some = places.filter((_, at) => isTorture() || at % 3 === testSeed() % 3);

  test.each(some)("%s %o: every command answers, and with leave it is finished", async (place, mode) => {
    const arena = await makeArena();
    for (const directory of ["ws/.metis/skills-archive", "ws/.metis/curator", ".metis/curator/roots"])
      mkdirSync(join(box.home, directory), { recursive: true });
    giveAway(box.home);
    const before = box.dump();
    chmodSync(join(box.home, place), mode);
    const commands = [...ACTS, ...LOOKS].map((argv) => ["ws", ...argv]);
    for (const [at, ran] of runUnprivileged(box.home, commands).entries())
      expectMannered(ran, `${commands[at]?.join(" ")} with ${place}`);
    chmodSync(join(box.home, place), /\.(?:md|db)$/.test(place) ? 0o644 : 0o755);
    const again = runUnprivileged(box.home, [["ws", "resume"], RUN]);
    expect(
      again.map(({ exitCode }) => exitCode),
      JSON.stringify(again),
    ).toEqual([0, 0]);
    expect(await findUnsettled(arena)).toEqual([]);
    expectNothingLost(before, place);
    expect(
      readdirSync(join(box.workspace, ".metis/skills")).filter((name) => name.startsWith("idle")),
    ).toEqual([]);
  });
});

describe.skipIf(!PUBLIC_TEMP)("a permission that is lost in the middle of a run", () => {
  const places = [
    "ws/.metis/skills",
    "ws/.metis/skills-archive",
    "ws/.metis/curator",
    ".metis/curator/roots",
  ];

  /** Half of them by the seed, all with torture. */
  const some = places.filter((_, at) => isTorture() || at % 2 === testSeed() % 2);

  test.each(some)("%s: what was begun is whole, and with leave the rest is done", async (place) => {
    const arena = await makeArena(LONG);
    for (const name of ["skills-archive", "curator"]) mkdirSync(join(box.workspace, ".metis", name));
    giveAway(box.home);
    const before = box.dump();
    const [ran] = runUnprivileged(box.home, [RUN], place);
    if (ran === undefined) throw new Error("the run gave no answer");
    expectMannered(ran, place);
    expect(ran.exitCode, ran.stderr + ran.stdout).not.toBe(0);
    expectNothingLost(before, place);
    chmodSync(lostDirectory(box.home, place), 0o755);
    const [again] = runUnprivileged(box.home, [RUN]);
    expect(again?.exitCode, again?.stderr).toBe(0);
    expect(await findUnsettled(arena)).toEqual([]);
    expect(liveNames().filter((name) => name.startsWith("idle"))).toEqual([]);
  });
});

test.skipIf(!CAN_MOUNT)("an archive on a disk of its own takes every skill and gives it back", async () => {
  const arena = await makeArena();
  const before = box.dump();
  const archive = join(box.workspace, ".metis/skills-archive");
  mountTiny(archive, 4_096);
  try {
    expect((await runInProcess(box, RUN)).exitCode).toBe(0);
    expect(await findUnsettled(arena)).toEqual([]);
    expectNothingLost(before, "archived on another disk");
    for (const name of idleNames())
      expect((await runInProcess(box, ["ws", "restore", name])).exitCode).toBe(0);
    expect(await findUnsettled(arena)).toEqual([]);
    const skills = ([path]: readonly [string, unknown]) => path.startsWith(".metis/skills/idle-");
    expect(Object.entries(box.dump()).filter(skills)).toEqual(Object.entries(before).filter(skills));
  } finally {
    unmount(archive);
  }
});

/** A library on a disk of its own, which is then filled up to so many kilobytes. */
async function runOnFullDisk(left: number): Promise<void> {
  box.dispose();
  box = createSandbox();
  const disk = box.home;
  mountTiny(disk, 4_096);
  try {
    mkdirSync(box.workspace);
    const arena = await makeArena();
    const before = box.dump();
    const filler = join(disk, "filler");
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, new Uint8Array(Math.max(0, bavail * bsize - left * 1_024)));
    expectAnswer(await runInProcess(box, RUN), before, `${left} KB left`);
    expectAnswer(await runInProcess(box, ["ws", "pin", "fresh-thing"]), before, `pin, ${left} KB left`);
    rmSync(filler);
    await expectFinished(arena);
  } finally {
    unmount(disk);
  }
}

/** From none to enough, in pages of the disk. */
function roomsLeft(): readonly number[] {
  const all = range(0, 320, 4);
  return isTorture() ? all : all.filter((_, at) => at % 9 === testSeed() % 9);
}

function range(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
}

async function makeArena(idle = IDLE): Promise<Arena> {
  const twins = ["deploy-app-one", "deploy-app-two"].map((name) =>
    agentSkill(name, { description: "Deploy the app.", body: "# Deploy\n\nPush it.", loadedDaysAgo: [2] }),
  );
  await box.addLibrary({ skills: [...idleSkills(idle), ...twins, ...smallLibrary()] });
  return arenaOf(box, "ws");
}

function liveNames(): readonly string[] {
  return readdirSync(join(box.workspace, ".metis/skills"));
}

function idleNames(): readonly string[] {
  return idleSkills(IDLE).map(({ name }) => name);
}

/** An answer, or a death; nothing is lost either way. */
function expectAnswer(ran: Ran, before: TreeDump, where: string): void {
  if (ran.exitCode !== 137 && !ran.stderr.includes("reading")) expectMannered(ran, where);
  expectNothingLost(before, where);
}

async function expectFinished(arena: Arena): Promise<void> {
  const ran = await runInProcess(box, RUN);
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(await findUnsettled(arena)).toEqual([]);
  expect(liveNames().filter((name) => name.startsWith("idle") || name === "old-thing")).toEqual([]);
}

function expectNothingLost(before: TreeDump, where: string): void {
  const kept = new Set(Object.values(box.dump()).map(({ content }) => content));
  for (const [path, { kind, content }] of Object.entries(before)) {
    if (kind === "file" && !path.includes("/curator/")) expect(kept, `${where}: ${path}`).toContain(content);
  }
}
