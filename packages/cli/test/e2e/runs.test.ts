import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { agentSkill } from "@metis-curate/testkit";
import { idleSkills, smallLibrary } from "./support/libraries.ts";
import { linesOf, runChild, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

test("a dry run changes no byte of the workspace and emits no event", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const before = box.dump();
  const events = box.events();
  const ran = await runInProcess(box, ["ws", "--dry-run"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain("old-thing");
  expect(box.dump()).toEqual(before);
  expect(box.events()).toEqual(events);
});

test("a run that was never previewed is refused with the command to type", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const before = box.dump();
  const ran = await runInProcess(box, ["ws", "--model", "rules"]);
  expect(ran.exitCode).toBe(2);
  expect(linesOf(ran.stderr)).toEqual([
    "error: no curator state yet; run metis-curate ws --dry-run first, or add --yes to skip the preview",
  ]);
  expect(ran.stdout).toBe("");
  expect(box.dump()).toEqual(before);
});

test("a dry run, then the rules: the stale skill goes to the archive, nothing else moves", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const before = box.dump();
  expect((await runChild(box, ["ws", "--dry-run"])).exitCode).toBe(0);
  const ran = await runChild(box, ["ws", "--model", "rules"]);
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  const [curated, ...others] = box.events("skill.curated");
  expect(others).toEqual([]);
  expect(curated?.payload).toMatchObject({
    skill_id: "old-thing",
    action: "archive",
    curator_model: "rules",
  });
  const after = box.dump();
  const archive = String(curated?.payload["archive_path"]).replace(/\/$/, "");
  for (const file of ["SKILL.md", "references/notes.md"]) {
    expect(after[`${archive}/${file}`]).toEqual(before[`.metis/skills/old-thing/${file}`]);
    expect(after[`.metis/skills/old-thing/${file}`]).toBeUndefined();
  }
  for (const name of ["fresh-thing", "by-hand"]) {
    const path = `.metis/skills/${name}/SKILL.md`;
    expect(after[path]).toEqual(before[path]);
  }
});

test("without a key too, a shut gate says itself and is recorded before the model is missed", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const unseen = await runInProcess(box, ["ws"]);
  expect(unseen.exitCode).toBe(2);
  expect(unseen.stderr).toContain("no curator state yet");
  const early = await runInProcess(box, ["ws", "--trigger", "scheduled"]);
  expect(early).toMatchObject({ exitCode: 0, stderr: "" });
  await runInProcess(box, ["ws", "pause"]);
  expect((await runInProcess(box, ["ws"])).exitCode).toBe(3);
  expect(box.events("curator.run_finished").map(({ payload }) => payload["throttled_reason"])).toEqual([
    "interval_not_elapsed",
    "disabled",
  ]);
});

test("--yes takes the place of the preview", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const ran = await runInProcess(box, ["ws", "--model", "rules", "--yes"]);
  expect(ran.exitCode).toBe(0);
  expect(box.events("skill.curated")).toHaveLength(1);
});

test("the default model without a key names the key and the way without one, and does nothing", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  await runInProcess(box, ["ws", "--dry-run"]);
  const before = box.dump();
  const events = box.events();
  const ran = await runInProcess(box, ["ws"]);
  expect(ran.exitCode).toBe(2);
  expect(linesOf(ran.stderr)).toHaveLength(1);
  expect(ran.stderr).toContain("ANTHROPIC_API_KEY");
  expect(ran.stderr).toContain("--model rules");
  expect(box.dump()).toEqual(before);
  expect(box.events()).toEqual(events);
});

test("a run over many candidates off a terminal tells its progress in lines of at most 80 columns", async () => {
  const twins = ["a", "b", "c", "d"].map((letter) =>
    agentSkill(`release-notes-of-the-quarterly-report-${letter}`, {
      description: "Write the release notes of the quarterly report.",
      body: `# Notes\n\nStep ${letter}.`,
      createdDaysAgo: 20,
      loadedDaysAgo: [1, 2, 3, 4],
    }),
  );
  await box.addLibrary({ skills: [...idleSkills(9), ...twins] });
  const ran = await runInProcess(box, ["ws", "--model", "rules", "--yes"]);
  expect(ran.exitCode).toBe(0);
  const lines = linesOf(ran.stderr);
  expect(lines).toHaveLength(10);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(ran.stderr).toMatch(/\[10\/10\] consolidate release-notes\S+ and 3 more … /);
});

test("a short run off a terminal writes nothing to stderr", async () => {
  await box.addLibrary({ skills: idleSkills(9) });
  const ran = await runInProcess(box, ["ws", "--model", "rules", "--yes"]);
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  expect(box.events("skill.curated")).toHaveLength(9);
});

test("after a preview every command to type keeps the options that were given", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const argv = ["ws", "--dry-run", "--model", "rules", "--db-path", ".metis/metis.db"];
  const ran = await runInProcess(box, argv);
  expect(linesOf(ran.stdout).at(-1)).toBe("  metis-curate ws --model rules --db-path .metis/metis.db");
});

test("the preview of a model that cannot be used suggests the rules", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const ran = await runInProcess(box, ["ws", "--dry-run"]);
  expect(linesOf(ran.stdout).at(-1)).toBe("  metis-curate ws --model rules");
});

test("two workspaces with the same skill names never see each other", async () => {
  const other = join(box.home, "elsewhere", "ws");
  await box.addLibrary({ skills: smallLibrary() });
  await box.addLibrary({ skills: smallLibrary(), workspace: other });
  expect((await runInProcess(box, ["elsewhere/ws", "pin", "old-thing"])).exitCode).toBe(0);
  expect((await runInProcess(box, ["ws", "--model", "rules", "--yes"])).exitCode).toBe(0);
  expect(existsSync(join(box.workspace, ".metis/skills/old-thing"))).toBe(false);
  expect(existsSync(join(other, ".metis/skills/old-thing/SKILL.md"))).toBe(true);
  const kept = await runInProcess(box, ["elsewhere/ws", "--model", "rules", "--yes"]);
  expect(kept.stdout).toContain("nothing to do");
});

test("--global curates the library of the home, and no workspace", async () => {
  await box.addLibrary({ skills: smallLibrary(), scope: "global" });
  await box.addLibrary({ skills: smallLibrary() });
  const before = box.dump();
  expect((await runInProcess(box, ["--global", "--dry-run"])).exitCode).toBe(0);
  expect((await runInProcess(box, ["--global", "--model", "rules"])).exitCode).toBe(0);
  expect(existsSync(join(box.home, ".metis/skills/old-thing"))).toBe(false);
  expect(box.dump()).toEqual(before);
});

test("--skills-dir is a library of its own with an archive of its own", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  box.write("ws/agents/skills/mine/SKILL.md", "---\nname: mine\ndescription: Mine.\n---\n\nMine.\n");
  const listed = await runInProcess(box, ["ws", "--skills-dir", "ws/agents/skills", "--list", "--json"]);
  expect(listed.exitCode).toBe(0);
  const names = JSON.parse(listed.stdout).skills.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["mine"]);
  const outside = await runInProcess(box, ["ws", "--skills-dir", "elsewhere", "--list"]);
  expect(outside.exitCode).toBe(2);
  expect(outside.stderr).toContain("is not inside");
});

test("a scheduled run that comes too early leaves the pair of events and exits 0", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  await runInProcess(box, ["ws", "--model", "rules", "--yes"]);
  const ran = await runInProcess(box, ["ws", "--model", "rules", "--trigger", "scheduled", "--json"]);
  expect(ran.exitCode).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ throttled_reason: "interval_not_elapsed", actions: [] });
  expect(box.events("curator.run_started")).toHaveLength(2);
  expect(box.events("curator.run_finished")).toHaveLength(2);
});

test("a vendor without an adapter is said, an unknown one too", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  for (const model of ["openai-compatible:x", "nobody:x", "x"]) {
    const ran = await runInProcess(box, ["ws", "--yes", "--model", model]);
    expect(ran.exitCode, model).toBe(2);
    expect(linesOf(ran.stderr), model).toHaveLength(1);
    expect(ran.stderr, model).toContain("rules");
  }
  expect(box.events("curator.run_started")).toEqual([]);
});
