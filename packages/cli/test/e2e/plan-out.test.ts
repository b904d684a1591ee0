import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentSkill } from "@metis-curate/testkit";
import { idleSkills, smallLibrary } from "./support/libraries.ts";
import { linesOf, type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

const ws = (...argv: readonly string[]): Promise<Ran> => runInProcess(box, ["ws", ...argv]);
const live = (name: string): boolean => existsSync(join(box.workspace, ".metis/skills", name, "SKILL.md"));

test("a plan is written outside the library and applied by the command the preview ends with", async () => {
  await box.addLibrary({ skills: idleSkills(3) });
  const preview = await ws("--dry-run", "--plan-out", "plan.json");
  expect(preview.exitCode).toBe(0);
  const command = linesOf(preview.stdout).at(-1)?.trim() ?? "";
  expect(command).toContain("apply plan.json");
  expect((await runInProcess(box, command.split(" ").slice(1))).exitCode).toBe(0);
  expect([0, 1, 2].map((at) => live(`idle-00${at}`))).toEqual([false, false, false]);
});

test("apply does only what the plan still holds", async () => {
  await box.addLibrary({ skills: idleSkills(3) });
  await ws("--dry-run", "--plan-out", "plan.json");
  const plan = JSON.parse(readFileSync(join(box.home, "plan.json"), "utf8"));
  plan.candidates = plan.candidates.slice(0, 1);
  box.write("plan.json", JSON.stringify(plan));
  expect((await ws("apply", "plan.json", "--model", "rules")).exitCode).toBe(0);
  expect([0, 1, 2].map((at) => live(`idle-00${at}`))).toEqual([false, true, true]);
});

test("apply leaves alone what changed since, and says so", async () => {
  await box.addLibrary({ skills: idleSkills(2) });
  await ws("--dry-run", "--plan-out", "plan.json");
  appendFileSync(join(box.workspace, ".metis/skills/idle-000/SKILL.md"), "One more line.\n");
  const ran = await ws("apply", "plan.json", "--model", "rules");
  expect([0, 1].map((at) => live(`idle-00${at}`))).toEqual([true, false]);
  expect(ran.stdout).toContain("idle-000");
  expect(box.events("skill.curated").map(({ payload }) => payload["skill_id"])).toEqual(["idle-001"]);
});

test("a plan of another library, no plan and a broken one are refused with 2", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  await box.addLibrary({ skills: smallLibrary(), workspace: join(box.home, "other") });
  await ws("--dry-run", "--plan-out", "plan.json");
  box.write("broken.json", "{");
  for (const argv of [
    ["other", "apply", "plan.json", "--model", "rules"],
    ["ws", "apply", "nope.json", "--model", "rules"],
    ["ws", "apply", "broken.json", "--model", "rules"],
  ]) {
    const ran = await runInProcess(box, argv);
    expect(ran.exitCode, argv.join(" ")).toBe(2);
    expect(linesOf(ran.stderr), argv.join(" ")).toHaveLength(1);
  }
  expect(box.events("skill.curated")).toEqual([]);
});

test("the rules merge twins into one, and undo brings every one back", async () => {
  const twins = ["a", "b"].map((letter) =>
    agentSkill(`release-notes-${letter}`, {
      description: "Write the release notes of a new version from the commits.",
      body: "# Notes\n\n1. Read the commits since the last tag.\n2. Group them by kind.\n3. Write one line each.",
      createdDaysAgo: 20,
      loadedDaysAgo: [1, 2, 3, 4],
    }),
  );
  await box.addLibrary({ skills: twins });
  const before = box.dump();
  const ran = await ws("--model", "rules", "--yes");
  expect(ran.exitCode).toBe(0);
  const acts = box.events("skill.curated").map(({ payload }) => payload["action"]);
  expect(acts).toContain("consolidate");
  expect([live("release-notes-a"), live("release-notes-b")].filter(Boolean)).toHaveLength(1);
  const command = linesOf(ran.stdout).at(-1)?.trim() ?? "";
  expect((await runInProcess(box, command.split(" ").slice(1))).exitCode).toBe(0);
  for (const letter of ["a", "b"]) {
    const path = `.metis/skills/release-notes-${letter}/SKILL.md`;
    expect(box.dump()[path]?.content).toBe(String(before[path]?.content));
  }
});
