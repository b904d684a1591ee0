import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { noteImported, readersOf, runtimeMarks } from "@metis-curate/runtimes";
import { appendEvents, createdEvent, rootAt, writeSkill } from "../support/layout-library.ts";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});
afterEach(() => box.dispose());

async function json(...words: readonly string[]) {
  const ran = await runInProcess(box, [...words, "--json"]);
  expect(ran.exitCode).toBe(0);
  return JSON.parse(ran.stdout);
}

test.each([
  ["agents", "global"],
  ["claude-code", "workspace"],
  ["codex", "workspace"],
  ["opencode", "global"],
  ["hermes", "global"],
] as const)("nothing of %s (%s) is archived until all that read it are watched", async (layout, scope) => {
  const root = rootAt(box, layout, scope === "global" ? null : box.workspace);
  const directory = writeSkill(root, "old-thing");
  await appendEvents(box, [createdEvent(root, "old-thing", 200)]);
  const readers = readersOf(layout, scope);
  for (const runtime of readers) {
    const [mark = ""] = runtimeMarks(runtime, { home: box.home, env: {} });
    mkdirSync(mark, { recursive: true });
  }
  const words = [scope === "global" ? "--global" : "ws", "--layout", layout, "--model", "rules"];
  for (const runtime of readers) {
    const plan = await json(...words, "--dry-run");
    expect(plan.candidates).toEqual([]);
    expect(plan.left_alone).toMatchObject([{ skill: "old-thing", reason: "uncovered-runtime" }]);
    expect(plan.left_alone[0].detail).toContain(runtime);
    expect(plan.notices.join("\n")).toContain("uncovered-runtime: 1 skill kept");
    noteImported(box.home, runtime, Date.now());
  }
  const run = await json(...words, "--yes");
  expect(run.actions).toMatchObject([{ action: "archive", skill_id: "old-thing" }]);
  expect(existsSync(join(directory, "SKILL.md"))).toBe(false);
});

test("the word of an operator archives all the same", async () => {
  const root = rootAt(box, "kiro", null);
  const directory = writeSkill(root, "old-thing");
  await appendEvents(box, [createdEvent(root, "old-thing", 200)]);
  mkdirSync(join(box.home, ".kiro/sessions"), { recursive: true });
  await json("--global", "archive", "old-thing", "--layout", "kiro");
  expect(existsSync(directory)).toBe(false);
});
