import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import {
  agentSkill,
  type FixtureSkill,
  isTorture,
  manualSkill,
  reportPoints,
  seededRandom,
  testSeed,
} from "@metis-curate/testkit";
import { idleSkills } from "../support/libraries.ts";
import { runChild, runInProcess, startChild } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";
import { HAND_SKILLS, SHARED_SKILLS } from "./choose-command.ts";
import { type Arena, arenaOf, findUnsettled, isPinned } from "./settled.ts";
import type { StormLine } from "./storm-line.ts";

const CHILD = join(import.meta.dir, "storm-child.ts");
const STORM_MS = isTorture() ? 30_000 : 2_500;
const PINS_EACH = 4;
/** The lock is waited for 10 s, the trace as long; the rest is a slow machine. */
const COMMAND_MS_MAX = 60_000;
const TIMEOUT_MS = 300_000;

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

test(
  "eight processes of mixed commands on one library, one of them killed again and again",
  async () => {
    const startedMs = performance.now();
    await box.addLibrary({ skills: stormLibrary(8) });
    const arena = arenaOf(box, "ws");
    const storms = Array.from({ length: 8 }, (_, at) => storm(arena, at));
    const killed = killAgainAndAgain(arena);
    const lines = (await Promise.all(storms)).flat();
    await killed;
    await expectSettled(arena, lines, 8);
    reportPoints("eight rivals on one library: commands", lines.length, lines.length, startedMs);
  },
  TIMEOUT_MS,
);

test(
  "four processes on four libraries share one trace",
  async () => {
    const startedMs = performance.now();
    const names = ["one", "two", "three", "four"];
    for (const name of names) {
      await box.addLibrary({ skills: stormLibrary(1), workspace: join(box.home, name) });
    }
    const arenas = names.map((name) => arenaOf(box, name));
    const lines = await Promise.all(arenas.map((arena, at) => storm(arena, 0, at)));
    for (const [at, arena] of arenas.entries()) await expectSettled(arena, lines[at] ?? [], 1);
    for (const line of lines.flat()) expect(line.stderr, line.argv.join(" ")).not.toContain("in progress");
    const count = lines.flat().length;
    reportPoints("four libraries, one trace: commands", count, count, startedMs);
  },
  TIMEOUT_MS,
);

function ownSkills(at: number): readonly string[] {
  return Array.from({ length: PINS_EACH }, (_, serial) => `own-${at}-${serial}`);
}

function stormLibrary(processes: number): readonly FixtureSkill[] {
  const own = Array.from({ length: processes }, (_, at) => ownSkills(at)).flat();
  const used = (name: string, at: number) =>
    agentSkill(name, {
      description: `Subject ${at} of ${name}.`,
      body: `# ${name}\n\nMatter ${at}.`,
      loadedDaysAgo: [1],
    });
  return [
    ...own.map(used),
    ...SHARED_SKILLS.map(used),
    ...HAND_SKILLS.map((name) => manualSkill(name, { description: `Handmade ${name}.` })),
    ...idleSkills(20),
  ];
}

async function storm(
  { box: { home }, workspace }: Arena,
  at: number,
  shift = 0,
): Promise<readonly StormLine[]> {
  const seed = (testSeed() + 1_000 * at + 100 * shift) % 2 ** 31;
  const child = Bun.spawn(
    [process.execPath, CHILD, home, workspace, String(seed), String(STORM_MS), ...ownSkills(at)],
    { stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  );
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as StormLine);
}

/** Starts runs and acts and kills each somewhere, until the storm is over and at least one has died. */
async function killAgainAndAgain({ box: place, workspace }: Arena): Promise<void> {
  const random = seededRandom(testSeed());
  const endMs = performance.now() + STORM_MS;
  let died = 0;
  while (performance.now() < endMs || died === 0) {
    const argv = random.pick([
      ["--model", "rules", "--yes"],
      ["archive", random.pick(SHARED_SKILLS), "--force"],
      ["restore", random.pick(SHARED_SKILLS)],
    ]);
    const child = startChild(place, [workspace, ...argv]);
    await Bun.sleep(random.between(100, 700));
    child.kill("SIGKILL");
    await child.exited;
    if (child.signalCode === "SIGKILL") died += 1;
  }
}

async function expectSettled(arena: Arena, lines: readonly StormLine[], processes: number): Promise<void> {
  const place = { home: arena.box.home };
  for (const line of lines) expectMannered(line);
  const settled = await runInProcess(place, [arena.workspace, "unpin", "own-0-0"]);
  expect(settled.exitCode, settled.stderr).toBe(0);
  expect(await findUnsettled(arena)).toEqual([]);
  const doctor = await runChild(place, [arena.workspace, "doctor"]);
  expect(doctor, doctor.stdout).toMatchObject({ exitCode: 0 });
  for (const skill of Array.from({ length: processes }, (_, at) => ownSkills(at)).flat()) {
    const last = lines.findLast(({ argv, exitCode }) => argv[2] === skill && exitCode === 0);
    expect(isPinned(arena, skill), skill).toBe(skill !== "own-0-0" && last?.argv[1] === "pin");
  }
}

/** A pin of a skill that nobody else touches works; nothing else may fail but for a reason a person understands. */
function expectMannered({ argv, exitCode, stderr, ms }: StormLine): void {
  const where = `${argv.join(" ")}: ${exitCode} ${stderr}`;
  const [, verb = ""] = argv;
  const allowed = verb === "undo" || verb === "doctor" ? [0, 1, 2, 3] : [0, 2, 3];
  expect(allowed, where).toContain(exitCode);
  expect(stderr, where).not.toMatch(
    /internal error|^ {4}at |SQLITE|database is locked|held by another program/im,
  );
  const errors = stderr.split("\n").filter((line) => line.startsWith("error: "));
  expect(errors.length, where).toBe(
    exitCode === 0 || verb === "doctor" || verb === "undo" ? errors.length : 1,
  );
  if (verb === "pin" || verb === "unpin") expect([0, 3], where).toContain(exitCode);
  expect(ms, where).toBeLessThan(COMMAND_MS_MAX);
}
