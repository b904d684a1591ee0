import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import type { Root } from "@metis-curate/core";
import { LAYOUT_ROWS } from "@metis-curate/runtimes";
import { dumpTree } from "@metis-curate/testkit";
import { appendEvents, createdEvent, rootAt, writeSkill } from "../support/layout-library.ts";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});
afterEach(() => box.dispose());

interface Case {
  readonly title: string;
  readonly layout: string;
  readonly scope: "workspace" | "global";
  readonly deep: boolean;
}

const CASES: readonly Case[] = LAYOUT_ROWS.flatMap(({ layout }) => {
  const deep = layout.scan?.depthMax !== 1;
  const global: Case = { title: `${layout.name}, home`, layout: layout.name, scope: "global", deep };
  if (layout.homeOnly === true) return [global];
  return [{ ...global, title: `${layout.name}, workspace`, scope: "workspace" as const }, global];
});

function wordsOf({ layout, scope }: Case): readonly string[] {
  return [...(scope === "global" ? ["--global"] : ["ws"]), "--layout", layout];
}

async function json(words: readonly string[]) {
  const ran = await runInProcess(box, [...words, "--json"]);
  expect(ran.stderr).toBe("");
  expect(ran.exitCode).toBe(0);
  return JSON.parse(ran.stdout);
}

/** A skill to archive, one in a category where the agent has them, and one of a person. */
async function seed(one: Case): Promise<{ readonly root: Root; readonly old: string }> {
  const root = rootAt(box, one.layout, one.scope === "global" ? null : box.workspace);
  const old = one.deep ? "ops/old-thing" : "old-thing";
  writeSkill(root, old);
  writeSkill(root, "fresh-thing");
  writeSkill(root, "by-hand");
  await appendEvents(box, [createdEvent(root, old, 200), createdEvent(root, "fresh-thing", 3)]);
  return { root, old };
}

describe("list, dry run, run, restore", () => {
  test.each(CASES.map((one) => [one.title, one] as const))("%s", async (_, one) => {
    const { root, old } = await seed(one);
    const words = wordsOf(one);
    const before = dumpTree(nodeFileSystem(), root.skillsDir);

    const list = await json([...words, "--list"]);
    expect(list.root).toMatchObject({ key: root.key, layout: one.layout });
    expect(list.skills.map(({ name, reason }: { name: string; reason: string }) => [name, reason])).toEqual([
      ["by-hand", "manual"],
      ["fresh-thing", "active"],
      ["old-thing", "archive"],
    ]);

    const plan = await json([...words, "--dry-run", "--model", "rules"]);
    expect(plan.candidates).toMatchObject([{ action: "archive", skills: ["old-thing"] }]);
    expect(dumpTree(nodeFileSystem(), root.skillsDir)).toEqual(before);

    const run = await json([...words, "--model", "rules"]);
    expect(run.actions).toMatchObject([{ action: "archive", skill_id: "old-thing", root: root.key }]);
    expect(existsSync(join(root.skillsDir, old))).toBe(false);
    expect(run.actions[0].archive_path).toStartWith(`.metis/skills-archive/${one.layout}/old-thing-`);
    expect(existsSync(join(root.base, run.actions[0].archive_path, "SKILL.md"))).toBe(true);

    await json([...words, "restore", "old-thing"]);
    expect(dumpTree(nodeFileSystem(), root.skillsDir)).toEqual(before);
    expect((await json([...words, "status"])).last_run).toMatchObject({ throttled_reason: "completed" });
  });
});
