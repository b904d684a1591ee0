import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { agentSkill } from "@metis-curate/testkit";
import { runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

const SUGGESTED = "Release notes: how to write, check and send them";
let box: Sandbox;

/** What a merge left behind in the trace. */
const MERGED = {
  type: "skill.curated",
  daysAgo: 2,
  payload: {
    curator_run_id: "01KBB3M8Q5T5V0Z1N9XKQ2H7RD",
    action: "consolidate",
    source: "workspace",
    skill_version_before: null,
    skill_version_after: null,
    consolidated_from: ["notes-of-release"],
    archive_path: null,
    curator_kind: "llm",
    curator_model: "anthropic:claude-haiku-4-5",
    curator_cost_usd: "0.01",
    curator_pricing_version: "2026-05-08",
    curator_latency_ms: 5,
    rationale: "near-duplicates",
    signals: { suggested_description: SUGGESTED, origin: "auto_generated" },
  },
} as const;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({
    skills: [
      agentSkill("release-notes", { loadedDaysAgo: [1], events: [MERGED] }),
      agentSkill("linked-notes", { loadedDaysAgo: [1], events: [MERGED] }),
      agentSkill("fresh-thing", { loadedDaysAgo: [1] }),
    ],
  });
});
afterEach(() => box.dispose());

const ws = (...words: readonly string[]) => runInProcess(box, ["ws", ...words]);
const skillText = () => readFileSync(join(box.workspace, ".metis/skills/release-notes/SKILL.md"), "utf8");

test("apply-description writes what --list shows, and undo takes it back", async () => {
  const before = skillText();
  const listed = JSON.parse((await ws("--list", "--json")).stdout);
  const shown = listed.skills.find(({ name }: { name: string }) => name === "release-notes");
  expect(shown.suggested_description).toBe(SUGGESTED);
  const command = "metis-curate ws apply-description release-notes";
  expect((await ws("--list")).stdout).toContain(command);
  expect((await ws("explain", "release-notes")).stdout.replace(/\s+/g, " ")).toContain(command);
  const applied = await ws("apply-description", "release-notes");
  expect(applied.exitCode).toBe(0);
  expect(applied.stdout.replace(/\s+/g, " ")).toContain(SUGGESTED);
  expect(skillText()).toBe(before.replace(/^description: .*$/m, `description: "${SUGGESTED}"`));
  const [event] = box.events("skill.modified");
  expect(event?.payload).toMatchObject({ skill_id: "release-notes", reason: "apply-description" });
  const again = await ws("apply-description", "release-notes");
  expect([again.exitCode, again.stderr]).toEqual([3, expect.stringContaining("no suggested description")]);
  const undone = await ws("undo", String(event?.payload["curator_run_id"]));
  expect(undone.exitCode).toBe(0);
  expect(skillText()).toBe(before);
});

test("what cannot be written is refused in one line, and nothing changes", async () => {
  const linked = join(box.workspace, ".metis/skills/linked-notes");
  renameSync(linked, join(box.workspace, "elsewhere"));
  symlinkSync("../../elsewhere", linked);
  const before = box.dump();
  for (const [name, exitCode, word] of [
    ["fresh-thing", 3, "no suggested description"],
    ["nothing-such", 2, "no skill"],
    ["linked-notes", 3, "is a link"],
  ] as const) {
    const ran = await ws("apply-description", name);
    expect([name, ran.exitCode]).toEqual([name, exitCode]);
    const errors = ran.stderr.split("\n").filter((line) => line.startsWith("error: "));
    expect(errors).toEqual([expect.stringContaining(word)]);
  }
  const after = Object.keys(box.dump()).filter((path) => !path.startsWith(".metis/curator"));
  expect(after).toEqual(Object.keys(before).filter((path) => !path.startsWith(".metis/curator")));
  expect(box.events("skill.modified")).toEqual([]);
});
