import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { agentSkill, isTorture, reportPoints, seededRandom, testSeed } from "@metis-curate/testkit";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";
import type { AgentLine } from "./agent-line.ts";
import { type Arena, arenaOf, findUnsettled } from "./settled.ts";

const CHILD = join(import.meta.dir, "agent-child.ts");
const AGENT_MS = isTorture() ? 30_000 : 2_500;
const TIMEOUT_MS = 300_000;
const LASTING = Array.from({ length: 4 }, (_, at) => `lasting-${at}`);
/** A skill that is deleted in the instant it comes back is gone from the archive too: these are not restored. */
const FLEETING = Array.from({ length: 4 }, (_, at) => `fleeting-${at}`);
const SKILLS = [...LASTING, ...FLEETING];

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

test(
  "an agent that rewrites and deletes skills while they are moved loses nothing and finds nothing half done",
  async () => {
    const startedMs = performance.now();
    await box.addLibrary({
      skills: SKILLS.map((name) => agentSkill(name, { description: `Subject of ${name}.` })),
    });
    const arena = arenaOf(box, "ws");
    const agents = Promise.all([startAgent(arena, 1), startAgent(arena, 2)]);
    await moveUntil(agents);
    const lines = (await agents).flat();
    expect(await findUnsettled(arena)).toEqual(await ofTheAgents(arena));
    for (const { skill, token } of lastWrites(lines)) {
      expect(textsBelow(arena.root.base), `${skill}: ${token}`).toContain(token);
    }
    reportPoints("an agent at work: its changes", lines.length, lines.length, startedMs);
  },
  TIMEOUT_MS,
);

async function startAgent({ root }: Arena, number: number): Promise<readonly AgentLine[]> {
  const own = SKILLS.filter((_, at) => at % 2 === number - 1);
  const seed = String((testSeed() + number) % 2 ** 31);
  const child = Bun.spawn([process.execPath, CHILD, root.skillsDir, seed, String(AGENT_MS), ...own], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const stdout = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AgentLine);
}

/** Archives and restores until the agents are done and at least one move was made. */
async function moveUntil(agents: Promise<unknown>): Promise<void> {
  const random = seededRandom(testSeed());
  let over = false;
  void agents.finally(() => {
    over = true;
  });
  let moves = 0;
  while (!over || moves === 0) {
    const skill = random.pick(SKILLS);
    const argv = random.pick([
      ["archive", skill, "--force"],
      ["restore", random.pick(LASTING)],
      ["--model", "rules", "--yes"],
    ]);
    const { exitCode, stderr } = await runInProcess(box, ["ws", ...argv]);
    expect([0, 1, 2, 3], `${argv.join(" ")}: ${stderr}`).toContain(exitCode);
    expect(stderr).not.toMatch(/internal error|^ {4}at /m);
    if (exitCode === 0) moves += 1;
    // A command in this process may never wait, and then nobody hears that the agents are done.
    await nextTurn();
  }
}

/** What an agent wrote or deleted is no record of ours, and shows as a difference of live skills alone. */
async function ofTheAgents(arena: Arena): Promise<readonly string[]> {
  const live =
    /^(?:lasting|fleeting)-\d+ (?:is live|is not live|is not as recorded|was (?:archived|restored) and .*live)$/;
  return (await findUnsettled(arena)).filter((line) => live.test(line));
}

/** For each file of an agent the last text it wrote, unless it then took the skill away or may have. */
function lastWrites(lines: readonly AgentLine[]): readonly AgentLine[] {
  return SKILLS.flatMap((skill) => {
    const own = lines.filter((line) => line.skill === skill);
    const since = own.slice(own.findLastIndex(({ change }) => change === "delete") + 1);
    const notes = since.findLast(({ change, done }) => change === "add" && done);
    const text = since.findLast(({ change }) => change !== "add");
    return [...(notes === undefined ? [] : [notes]), ...(text?.done === true ? [text] : [])];
  });
}

function textsBelow(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}
