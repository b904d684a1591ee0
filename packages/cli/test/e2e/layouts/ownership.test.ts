import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { dumpTree } from "@metis-curate/testkit";
import { appendEvents, createdEvent, eventOf, rootAt, writeSkill } from "../support/layout-library.ts";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});
afterEach(() => box.dispose());

function run(...words: string[]) {
  return runInProcess(box, [...words, "--model", "rules", "--yes", "--json"]);
}

async function archivedBy(...words: string[]): Promise<readonly string[]> {
  const ran = await run(...words);
  expect(ran.exitCode).toBe(0);
  return JSON.parse(ran.stdout).actions.map(({ skill_id: id }: { skill_id: string }) => id);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

describe("one skill, several roots", () => {
  test("a skill that another agent's directory links to is moved by its own root alone", async () => {
    const agents = rootAt(box, "agents", null);
    const directory = writeSkill(agents, "old-thing");
    const claude = rootAt(box, "claude-code", null);
    link(join(claude.skillsDir, "old-thing"), directory);
    await appendEvents(box, [
      createdEvent(agents, "old-thing", 200),
      createdEvent({ ...agents, key: claude.key }, "old-thing", 200),
    ]);
    expect(await archivedBy("--global", "--layout", "claude-code")).toEqual([]);
    expect(existsSync(directory)).toBe(true);
    expect(await archivedBy("--global", "--layout", "agents")).toEqual(["old-thing"]);
    expect(lstatSync(join(claude.skillsDir, "old-thing")).isSymbolicLink()).toBe(true);
    await runInProcess(box, ["--global", "--layout", "agents", "restore", "old-thing"]);
    expect(existsSync(join(claude.skillsDir, "old-thing", "SKILL.md"))).toBe(true);
  });

  test("a directory that is a link is moved from by whose it is", async () => {
    const agents = rootAt(box, "agents", box.workspace);
    const directory = writeSkill(agents, "old-thing");
    link(join(box.workspace, ".claude/skills"), "../.agents/skills");
    const claude = rootAt(box, "claude-code", box.workspace);
    expect(claude.skillsOf?.key).toBe(agents.key);
    await appendEvents(box, [
      createdEvent(agents, "old-thing", 200),
      createdEvent({ ...agents, key: claude.key }, "old-thing", 200),
    ]);
    const ran = await run("ws", "--layout", "claude-code");
    expect(JSON.parse(ran.stdout).actions).toEqual([]);
    expect(ran.stderr).toContain("--layout agents");
    for (const verb of ["archive", "adopt"]) {
      const act = await runInProcess(box, ["ws", "--layout", "claude-code", verb, "old-thing"]);
      expect(act.exitCode).toBe(3);
    }
    expect(existsSync(directory)).toBe(true);
    expect(await archivedBy("ws", "--layout", "agents")).toEqual(["old-thing"]);
  });

  test("two layouts in one workspace have archives, states and pasts of their own", async () => {
    const roots = ["metis", "claude-code", "agents"].map((layout) => rootAt(box, layout, box.workspace));
    for (const root of roots) {
      writeSkill(root, "old-thing");
      await appendEvents(box, [createdEvent(root, "old-thing", 200)]);
    }
    expect(await archivedBy("ws", "--layout", "claude-code")).toEqual(["old-thing"]);
    expect(roots.map(({ skillsDir }) => existsSync(join(skillsDir, "old-thing")))).toEqual([
      true,
      false,
      true,
    ]);
    await runInProcess(box, ["ws", "pin", "old-thing", "--layout", "agents"]);
    expect(await archivedBy("ws", "--layout", "agents")).toEqual([]);
    expect(await archivedBy("ws")).toEqual(["old-thing"]);
    expect(JSON.parse((await runInProcess(box, ["ws", "--list", "--json"])).stdout).archives).toHaveLength(1);
  });
});

describe("a repository that means harm", () => {
  const outside = () => join(box.home, "precious");

  beforeEach(() => {
    mkdirSync(join(outside(), "old-thing"), { recursive: true });
    writeFileSync(
      join(outside(), "old-thing", "SKILL.md"),
      "---\nname: old-thing\ndescription: d\n---\n\nb\n",
    );
  });

  test.each([
    [".claude/skills", "precious"],
    [".claude", "precious"],
    [".agents/skills", "ws/../precious"],
  ])("whose %s is a link that leads out is refused", async (path, target) => {
    const before = dumpTree(nodeFileSystem(), outside());
    link(join(box.workspace, path), join(box.home, target));
    const layout = path.startsWith(".claude") ? "claude-code" : "agents";
    for (const words of [["--list"], ["--yes"], ["status"], ["adopt", "*", "--yes"]]) {
      const ran = await runInProcess(box, ["ws", "--layout", layout, ...words, "--json"]);
      expect(ran.exitCode).toBe(2);
      expect(ran.stdout).not.toContain("old-thing");
    }
    expect(dumpTree(nodeFileSystem(), outside())).toEqual(before);
  });

  test("whose skill is a link that leads out has it skipped", async () => {
    const root = rootAt(box, "codex", box.workspace);
    writeSkill(root, "mine");
    link(join(root.skillsDir, "old-thing"), join(outside(), "old-thing"));
    const ran = await runInProcess(box, ["ws", "--layout", "codex", "--list", "--json"]);
    const list = JSON.parse(ran.stdout);
    expect(list.skills.map(({ name }: { name: string }) => name)).toEqual(["mine"]);
    expect(list.skipped).toMatchObject([{ path: "old-thing", kind: "escapes-root" }]);
  });

  test("whose archive is a link that leads out is refused", async () => {
    writeSkill(rootAt(box, "codex", box.workspace), "old-thing");
    link(join(box.workspace, ".metis/skills-archive"), outside());
    const ran = await run("ws", "--layout", "codex");
    expect(ran.exitCode).toBe(2);
  });

  test("with a file where an agent's directory should be has no library there", async () => {
    writeFileSync(join(box.workspace, ".codex"), "a file");
    mkdirSync(join(box.workspace, ".claude"));
    writeFileSync(join(box.workspace, ".claude/skills"), "a file");
    for (const layout of ["codex", "claude-code"]) {
      const ran = await runInProcess(box, ["ws", "--layout", layout, "--list", "--json"]);
      expect(ran.exitCode).toBe(2);
      expect(JSON.parse(ran.stdout).error.kind).toBe("no-skills-directory");
    }
    expect((await runInProcess(box, ["ws", "status"])).exitCode).toBe(2);
  });

  test("cannot claim by its configuration, nor watch a runtime", async () => {
    const root = rootAt(box, "claude-code", box.workspace);
    writeSkill(root, "old-thing");
    await appendEvents(box, [createdEvent(root, "old-thing", 200)]);
    mkdirSync(join(box.home, ".claude/projects"), { recursive: true });
    mkdirSync(join(box.workspace, ".metis/curator"), { recursive: true });
    const record = { imported_at_iso: new Date().toISOString(), hooks: [], hook_seen_at_iso: null };
    const text = JSON.stringify({ schema_version: "1", runtimes: { "claude-code": record } });
    writeFileSync(join(box.workspace, ".metis/curator/runtimes.json"), text);
    expect(await archivedBy("ws", "--layout", "claude-code")).toEqual([]);
    writeFileSync(join(box.workspace, ".metis/config.yaml"), "curator:\n  claim: auto\n");
    const ran = await runInProcess(box, ["ws", "--layout", "claude-code", "--list"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain("claim");
    rmSync(join(box.workspace, ".metis/config.yaml"));
  });
});

describe("what an agent was seen writing", () => {
  test("is untouched until it is adopted, in one go, and then it is the curator's", async () => {
    const root = rootAt(box, "claude-code", null);
    for (const name of ["web-a", "web-b", "mine"]) writeSkill(root, name);
    const observed = { skill_version: "0", operation: "create", runtime: "claude-code", path: "x/SKILL.md" };
    const seen = ["web-a", "web-b"].map((name) => {
      const { payload } = createdEvent(root, name, 0);
      const hash = { file_hash: payload["file_hash"] };
      return eventOf(root, name, "skill.observed", 300, { ...observed, ...hash });
    });
    await appendEvents(box, seen);
    const words = ["--global", "--layout", "claude-code"];
    expect(await archivedBy(...words)).toEqual([]);
    const shown = await runInProcess(box, [...words, "adopt", "--proposed", "--dry-run"]);
    expect(shown.stdout).toContain("web-a");
    expect(shown.stdout).not.toContain("mine");
    const refused = await runInProcess(box, [...words, "adopt", "--proposed"]);
    expect(refused.exitCode).toBe(2);
    const adopted = await runInProcess(box, [...words, "adopt", "--proposed", "--yes", "--json"]);
    expect(JSON.parse(adopted.stdout).acts.map(({ skill }: { skill: string }) => skill)).toEqual([
      "web-a",
      "web-b",
    ]);
    const list = JSON.parse((await runInProcess(box, [...words, "--list", "--json"])).stdout);
    const touchable = list.skills.map(({ name, touchable: is }: { name: string; touchable: boolean }) => [
      name,
      is,
    ]);
    expect(touchable).toEqual([
      ["mine", false],
      ["web-a", true],
      ["web-b", true],
    ]);
    const disowned = await runInProcess(box, [...words, "disown", "web-*", "--yes", "--json"]);
    expect(JSON.parse(disowned.stdout).acts).toHaveLength(2);
  });
});

test("--skills-dir reaches a row by its directory, for runs, restores and matches", async () => {
  const root = rootAt(box, "opencode", null);
  writeSkill(root, "ops/old-thing");
  await appendEvents(box, [createdEvent(root, "ops/old-thing", 200)]);
  const directory = ".config/opencode/skills";
  expect(await archivedBy("--global", "--skills-dir", directory)).toEqual(["old-thing"]);
  const words = ["--global", "--layout", "opencode"];
  expect((await runInProcess(box, [...words, "restore", "old-thing"])).exitCode).toBe(0);
  const matched = await runInProcess(box, [...words, "match", "handles old-thing work", "--json"]);
  expect(matched.exitCode).toBe(0);
  expect(JSON.parse(matched.stdout).matches[0]).toMatchObject({ name: "old-thing" });
  for (const wrong of ["claud", "nothing-like-it"]) {
    const ran = await runInProcess(box, ["--global", "--layout", wrong, "--list"]);
    expect(ran.exitCode).toBe(2);
  }
});
