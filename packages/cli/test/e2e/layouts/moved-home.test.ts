import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { openRoot } from "@metis-curate/core";
import { layoutsAt, nodeSkillFiles } from "@metis-curate/runtimes";
import { dumpTree } from "@metis-curate/testkit";
import { appendEvents, createdEvent, rootAt, writeSkill } from "../support/layout-library.ts";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

let box: Sandbox;
let elsewhere: string;

beforeEach(() => {
  box = createSandbox();
  elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "metis-")));
});
afterEach(() => {
  box.dispose();
  rmSync(elsewhere, { recursive: true, force: true });
});

function movedRoot(env: Record<string, string>, layoutName: string) {
  const { home } = box;
  const files = nodeSkillFiles();
  const layouts = layoutsAt({ home, env, realpath: (path) => files.realpath(path) });
  const request = { target: "global" as const, home, layoutName, layouts, mayLackSkills: true };
  const opened = openRoot(nodeFileSystem(), request);
  if (opened.kind !== "root") throw new Error(opened.message);
  return opened.root;
}

test.each([
  ["outside the home directory", () => elsewhere],
  ["inside it", () => join(box.home, "agents/codex-work")],
])("a library that a variable put %s is curated apart from the usual one", async (_, place) => {
  const env = { HOME: box.home, NO_COLOR: "1", CODEX_HOME: place() };
  mkdirSync(join(place(), "skills"), { recursive: true });
  const usual = rootAt(box, "codex", null);
  const moved = movedRoot(env, "codex");
  expect(moved.key).not.toBe(usual.key);
  writeSkill(usual, "old-thing");
  writeSkill(moved, "ops/old-thing");
  await appendEvents(box, [createdEvent(moved, "ops/old-thing", 200)]);
  const before = dumpTree(nodeFileSystem(), moved.skillsDir);
  const words = ["--global", "--layout", "codex"];
  const json = async (...more: string[]) => {
    const ran = await runInProcess(box, [...words, ...more, "--json"], { env });
    expect(ran.stderr).toBe("");
    expect(ran.exitCode).toBe(0);
    return JSON.parse(ran.stdout);
  };
  expect((await json("--list")).root.key).toBe(moved.key);
  await json("backup");
  const run = await json("--model", "rules", "--yes");
  expect(run.actions).toMatchObject([{ action: "archive", skill_id: "old-thing", root: moved.key }]);
  expect(existsSync(join(moved.skillsDir, "ops/old-thing"))).toBe(false);
  expect(existsSync(join(usual.skillsDir, "old-thing"))).toBe(true);
  await json("restore", "old-thing");
  expect(dumpTree(nodeFileSystem(), moved.skillsDir)).toEqual(before);
  const { layouts } = await json("status");
  expect(layouts).toMatchObject([{ path: moved.skillsDir, command: "metis-curate --global --layout codex" }]);
  const { checks } = await json("doctor");
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  const plain = await runInProcess(box, [...words, "--list", "--json"]);
  expect(JSON.parse(plain.stdout).root.key).toBe(usual.key);
});

test("a variable that leads to another row's skills gives no second owner", async () => {
  const agents = rootAt(box, "agents", null);
  writeSkill(agents, "old-thing");
  symlinkSync(agents.skillsDir, join(elsewhere, "skills"));
  const root = movedRoot({ CODEX_HOME: elsewhere }, "codex");
  expect(root.skillsOf?.key).toBe("agents:global");
});
