import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acquireDatabaseLock } from "@metis-curate/sqlite";
import { makeTree, skillText, type Tree } from "../../../../runtimes/test/support/tree.ts";
import { type Ran, runInProcess } from "../support/real-cli.ts";
import { callHook, type HookRan } from "../support/real-hook.ts";

const NAMES = ["one", "two", "three"];
const CONFIG = {
  claim: "auto",
  model: "rules",
  interval_hours: 0,
  stale_after_days: 0,
  archive_after_days: 0,
};
const PAUSE_MS = 10;
const WAIT_MS = 60_000;

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
  tree.file("home/.metis/config.yaml", JSON.stringify({ curator: CONFIG }));
});
afterEach(() => tree.remove());

function hook(
  event: string,
  more: object = {},
  env: Readonly<Record<string, string>> = {},
): Promise<HookRan> {
  const record = { session_id: "s1", cwd: tree.at("work"), hook_event_name: event, ...more };
  return callHook(tree.at("home"), ["claude-code"], record, env);
}

function cli(words: readonly string[]): Promise<Ran> {
  return runInProcess({ home: tree.at("home") }, words);
}

/** Waits for a process that is nobody's child any more. */
async function until(isTrue: () => boolean): Promise<void> {
  const endMs = performance.now() + WAIT_MS;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error("what was waited for did not come");
    await Bun.sleep(PAUSE_MS);
  }
}

function runLog(): string {
  const path = tree.at("home/.metis/curator/curator.log");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function notices(ending: string): readonly string[] {
  const path = tree.at("home/.metis/curator/notices");
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : [];
}

/** Skills that the agent made, as its hook saw it. */
async function makeSkills(): Promise<void> {
  for (const name of NAMES) {
    tree.skill(`home/.claude/skills/${name}`);
    await hook("PostToolUse", {
      tool_name: "Write",
      tool_use_id: name,
      tool_input: { file_path: tree.at(`home/.claude/skills/${name}/SKILL.md`), content: skillText(name) },
      tool_response: { type: "create" },
    });
  }
}

/** The first check only starts the interval (CONTRACTS 10.1). */
async function endTwoSessions(): Promise<void> {
  await hook("SessionEnd", { reason: "other" });
  const facts = tree.at("home/.metis/curator/roots/claude-code-global/facts.json");
  await until(() => existsSync(facts) && /"last_curation_at_us": ?\d/.test(readFileSync(facts, "utf8")));
  // Its process may hold the library still.
  const lock = tree.at("home/.metis/curator/roots/claude-code-global/lock.db");
  (await acquireDatabaseLock(lock, WAIT_MS))?.release();
  await hook("SessionEnd", { reason: "other", session_id: "s2" });
}

test("a session's end starts the due run, and the next start tells of it once", async () => {
  await makeSkills();
  expect(await hook("SessionStart")).toMatchObject({ exitCode: 0, stdout: "" });
  await endTwoSessions();
  await until(() => notices(".json").length === 1);
  expect(runLog()).toContain("completed: 3 actions");
  const starts = await Promise.all([hook("SessionStart"), hook("SessionStart"), hook("SessionStart")]);
  const told = starts.map(({ stdout }) => stdout).filter((stdout) => stdout !== "");
  expect(told).toHaveLength(1);
  const { systemMessage } = JSON.parse(told[0] ?? "");
  expect(systemMessage).toMatch(
    /^Metis Curator: archived 3 skills, undo: metis-curate --global --layout claude-code undo \w{26}$/,
  );
  expect((await hook("SessionStart")).stdout).toBe("");
  for (const name of NAMES) expect(existsSync(tree.at(`home/.claude/skills/${name}`))).toBe(false);

  const undo = systemMessage.split("undo: metis-curate ")[1].split(" ");
  expect((await cli(undo)).exitCode).toBe(0);
  for (const name of NAMES) expect(existsSync(tree.at(`home/.claude/skills/${name}/SKILL.md`))).toBe(true);
});

test("a run that a person starts is not told again", async () => {
  await makeSkills();
  const ran = await cli(["--global", "--layout", "claude-code", "--model", "rules", "--yes"]);
  expect(ran.stdout).toContain("archive");
  expect(notices(".json")).toEqual([]);
  expect((await hook("SessionStart")).stdout).toBe("");
});

test("a missing key is told once, not only logged", async () => {
  tree.file(
    "home/.metis/config.yaml",
    JSON.stringify({ curator: { ...CONFIG, model: "anthropic:claude-haiku-4-5" } }),
  );
  await makeSkills();
  await hook("SessionEnd", { reason: "other" });
  await until(() => notices(".json").length === 1);
  const first = await hook("SessionStart");
  expect(JSON.parse(first.stdout).systemMessage).toContain("ANTHROPIC_API_KEY");
  expect((await hook("SessionStart")).stdout).toBe("");
  for (const name of NAMES) expect(existsSync(tree.at(`home/.claude/skills/${name}`))).toBe(true);
});

test("the end of a session imports what only its transcript has", async () => {
  tree.skill("home/.claude/skills/one");
  const path = tree.at("home/.claude/projects/-work/s1.jsonl");
  const common = {
    sessionId: "s1",
    cwd: tree.at("work"),
    version: "2.1.280",
    timestamp: "2026-11-30T10:00:00.000Z",
  };
  const records = [
    { ...common, type: "user", message: { role: "user", content: "<command-name>/one</command-name>" } },
    {
      ...common,
      type: "user",
      isMeta: true,
      message: {
        content: [
          { type: "text", text: `Base directory for this skill: ${tree.at("home/.claude/skills/one")}\n` },
        ],
      },
    },
  ];
  tree.file(
    "home/.claude/projects/-work/s1.jsonl",
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  await hook("SessionEnd", { reason: "other", transcript_path: path });
  await until(() => existsSync(tree.at("home/.metis/metis.db")) && runsSeen("one"));
  expect(runsSeen("one")).toBe(true);
});

test("Kiro's start brings the index up to date, and its stop tells of tasks without a skill", async () => {
  tree.skill("home/.kiro/skills/rotate-keys");
  const kiro = (record: object) =>
    callHook(tree.at("home"), ["kiro"], { session_id: "k1", cwd: tree.at("work"), ...record });
  await kiro({
    hook_event_name: "postToolUse",
    tool_name: "fs_read",
    tool_input: { path: tree.at("home/.kiro/skills/rotate-keys/SKILL.md") },
  });
  const library = ["--global", "--layout", "kiro"];
  expect((await kiro({ hook_event_name: "agentSpawn" })).stdout).toBe("");
  await until(() => filesNamed("index.db").length === 1);
  for (const session of ["a", "b", "c"]) {
    await cli([...library, "match", "translate a poem into Latin", "--session", session]);
  }
  await kiro({ hook_event_name: "stop" });
  await until(() => notices(".json").some((name) => name.startsWith("gaps-")));
  const start = join(tree.at("home/.metis/curator"), ".kiro-start");
  // Starts tell at once; only their background work is held back for an hour.
  expect(existsSync(start)).toBe(true);
  expect((await kiro({ hook_event_name: "agentSpawn" })).stdout).toMatch(
    /^Metis Curator: 1 kind of task has no skill, see: metis-curate --global --layout kiro gaps\n$/,
  );
});

function filesNamed(name: string): readonly string[] {
  const names = readdirSync(tree.at("home/.metis"), { recursive: true, encoding: "utf8" });
  return names.filter((path) => path === name || path.endsWith(`/${name}`));
}

function runsSeen(skill: string): boolean {
  const bytes = ["metis.db", "metis.db-wal"].map((name) => tree.at(`home/.metis/${name}`)).filter(existsSync);
  return bytes.some((path) => readFileSync(path, "latin1").includes(`"skill_id":"${skill}"`));
}
