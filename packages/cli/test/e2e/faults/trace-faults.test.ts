import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTorture, reportPoints, type TreeDump, testSeed } from "@metis-curate/testkit";
import { createTraceDatabase } from "@metis-curate/trace-sqlite";
import { arenaOf, findUnsettled } from "../rivals/settled.ts";
import { idleSkills, smallLibrary } from "../support/libraries.ts";
import { runChild, runInProcess, runInterruptedBy } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";
import { ACTS, expectMannered, expectRefused, LOOKS } from "./manners.ts";

const HOLD = join(import.meta.dir, "../support/hold-trace.ts");
const RUN = ["ws", "--model", "rules", "--yes"];
const TIMEOUT_MS = 300_000;
/** Enough that a run is still at it when its trace goes. */
const MOVED = 70;
const CUTS = isTorture() ? 100 : 8;

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
});

afterEach(() => box.dispose());

const FILES: readonly (readonly [string, (path: string) => void])[] = [
  ["text", (path) => writeFileSync(path, "not a database, but long enough to look like one ".repeat(40))],
  ["nothing but zeros", (path) => writeFileSync(path, new Uint8Array(8_192))],
  ["a directory", (path) => mkdirSync(path)],
  ["a database of something else", (path) => makeDatabase(path, "CREATE TABLE notes(text TEXT)")],
  ["events of another shape", (path) => makeDatabase(path, "CREATE TABLE events(id TEXT, data TEXT)")],
];

function makeDatabase(path: string, sql: string): void {
  const database = new Database(path, { create: true });
  database.exec(sql);
  database.close();
}

describe("a trace that is", () => {
  test.each(FILES)("%s is refused in one line, by every command, and stays as it is", async (_, put) => {
    await box.addLibrary({ skills: smallLibrary() });
    removeTrace();
    put(box.database);
    const [before, bytes] = [box.dump(), bytesOfTrace()];
    for (const argv of [...ACTS, ...LOOKS]) {
      expectRefused(await runInProcess(box, ["ws", ...argv]), argv.join(" "));
    }
    expect(box.dump()).toEqual(before);
    expect(bytesOfTrace()).toBe(bytes);
  });

  test("cut off anywhere loses no skill, and every command ends in an answer", async () => {
    await box.addLibrary({ skills: smallLibrary() });
    checkpoint();
    const whole = readFileSync(box.database);
    const before = box.dump();
    const step = Math.ceil(whole.length / CUTS);
    const cuts = [
      0,
      1,
      16,
      100,
      4_096,
      ...Array.from({ length: CUTS }, (_, at) => at * step + (testSeed() % step)),
    ];
    for (const length of cuts) {
      await resetTo(before);
      removeTrace();
      writeFileSync(box.database, whole);
      truncateSync(box.database, length);
      for (const argv of [...LOOKS, ...ACTS]) {
        expectMannered(await runInProcess(box, ["ws", ...argv]), `${argv.join(" ")} at ${length}`);
      }
      expectNothingLost(before, `cut at ${length}`);
    }
    reportPoints("trace cut off at", cuts.length, whole.length);
  });

  test("of a newer schema answers and is not written", async () => {
    await box.addLibrary({ skills: smallLibrary() });
    makeNewer();
    const before = box.dump();
    for (const argv of LOOKS) {
      const ran = await runInProcess(box, ["ws", ...argv]);
      expect(ran.exitCode, `${argv.join(" ")}: ${ran.stderr}`).toBe(0);
    }
    for (const argv of ACTS) expectRefused(await runInProcess(box, ["ws", ...argv]), argv.join(" "));
    expect(box.dump()).toEqual(before);
  });

  test.skipIf(!isTorture())(
    "held by a writer for longer than anybody waits is refused in one line (slow: it waits)",
    async () => {
      await box.addLibrary({ skills: smallLibrary() });
      const before = box.dump();
      const holder = Bun.spawn([process.execPath, HOLD, box.database], { stdin: "pipe", stdout: "pipe" });
      await holder.stdout.getReader().read();
      expect((await runChild(box, ["ws", "--list"])).exitCode).toBe(0);
      const [pinned, ran] = await Promise.all([
        runChild(box, ["ws", "pin", "fresh-thing"]),
        runChild(box, RUN),
      ]);
      expectRefused(pinned, "pin");
      expectRefused(ran, "run");
      holder.kill();
      await holder.exited;
      expect(box.dump()).toEqual(before);
      expect((await runChild(box, RUN)).exitCode).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe("a trace that, in the middle of a run, is", () => {
  const moves: readonly (readonly [string, () => void])[] = [
    ["removed", () => moveTrace("away")],
    [
      "replaced",
      () => {
        moveTrace("away");
        createTraceDatabase(box.database);
      },
    ],
  ];

  test.each(moves)(
    "%s stops the run, and put back it is finished",
    async (_, move) => {
      await box.addLibrary({ skills: [...idleSkills(MOVED), ...smallLibrary()] });
      const arena = arenaOf(box, "ws");
      const before = box.dump();
      const ran = await runInterruptedBy(move, box, RUN);
      expectRefused({ ...ran, stderr: ran.stderr.split("\n").slice(-3).join("\n") }, "run");
      expectNothingLost(before, "run");
      expectMannered(await runInProcess(box, ["ws", "--list"]), "a look at the wrong trace");
      removeTrace();
      putBack();
      expect((await runInProcess(box, RUN)).exitCode).toBe(0);
      expect(await findUnsettled(arena)).toEqual([]);
      expect(box.events("skill.curated")).toHaveLength(MOVED + 1);
    },
    TIMEOUT_MS,
  );
});

const SUFFIXES = ["", "-wal", "-shm"];

function removeTrace(): void {
  for (const suffix of SUFFIXES) rmSync(box.database + suffix, { recursive: true, force: true });
}

function moveTrace(to: string): void {
  for (const suffix of SUFFIXES) renameSync(box.database + suffix, join(box.home, to + suffix));
}

function putBack(): void {
  for (const suffix of SUFFIXES) {
    try {
      renameSync(join(box.home, `away${suffix}`), box.database + suffix);
    } catch {
      // The last connection has taken the log in and away.
    }
  }
}

function bytesOfTrace(): string {
  try {
    return readFileSync(box.database, "hex");
  } catch {
    return "a directory";
  }
}

function checkpoint(): void {
  const database = new Database(box.database);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

function makeNewer(): void {
  const database = new Database(box.database);
  database.exec("PRAGMA user_version = 99");
  database.close();
}

/** The same library again, in an empty home. */
async function resetTo(before: TreeDump): Promise<void> {
  rmSync(join(box.home, ".metis/curator"), { recursive: true, force: true });
  rmSync(join(box.workspace, ".metis"), { recursive: true, force: true });
  for (const [path, { kind, content }] of Object.entries(before)) {
    if (kind === "file") box.write(`ws/${path}`, content);
  }
}

function expectNothingLost(before: TreeDump, where: string): void {
  const kept = new Set(Object.values(box.dump()).map(({ content }) => content));
  for (const [path, { kind, content }] of Object.entries(before)) {
    if (kind === "file" && !path.includes("/curator/")) expect(kept, `${where}: ${path}`).toContain(content);
  }
}
