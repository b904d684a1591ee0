import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { globalRoot, workspaceRoot } from "@metis-curate/core";
import { createSkillResolver, ownDirectoryLayout } from "@metis-curate/runtimes";
import { makeTree, type Tree } from "../support/tree.ts";

let tree: Tree;

beforeEach(() => {
  tree = makeTree();
  tree.directory("home");
  tree.directory("home/repo/.git");
});
afterEach(() => tree.remove());

function resolve(path: string, env: Record<string, string> = {}) {
  const resolver = createSkillResolver({ home: tree.at("home"), env });
  return resolver.resolve({
    runtime: "codex",
    skill: { name: null, path },
    workspace: tree.at("home/repo"),
  });
}

describe("ways to write a path", () => {
  test("all lead to the one skill", () => {
    tree.skill("home/.agents/skills/x");
    const env = { CODEX_HOME: tree.at("home/.agents") };
    const ways = [
      tree.at("home/.agents/skills/x/SKILL.md"),
      tree.at("home/.agents/skills/x"),
      `${tree.at("home/.agents/skills/x")}/`,
      tree.at("home/.agents/skills/../skills/x/SKILL.md"),
      "~/.agents/skills/x/SKILL.md",
      "$HOME/.agents/skills/x/SKILL.md",
      `${"$"}{HOME}/.agents/skills/x`,
      "$CODEX_HOME/skills/x/SKILL.md",
      "../.agents/skills/x/SKILL.md",
      `file://${tree.at("home/.agents/skills/x")}`,
    ];
    for (const way of ways) {
      expect(resolve(way, env)).toMatchObject({
        kind: "skill",
        rootKey: "agents:global",
        skill: "x",
        file: "SKILL.md",
      });
    }
  });

  test("of a file inside names the skill and the file", () => {
    tree.skill("home/repo/.agents/skills/ops/x");
    tree.file("home/repo/.agents/skills/ops/x/scripts/.hidden/run.sh", "true");
    expect(resolve(".agents/skills/ops/x/scripts/.hidden/run.sh")).toMatchObject({
      skill: "x",
      path: "ops/x",
      file: "scripts/.hidden/run.sh",
    });
  });

  test.each(["", "a\u0000b", "$UNSET/skills/x", "file://%zz"])("%j says nothing", (path) => {
    expect(resolve(path)).toEqual({ kind: "unresolved", reason: "bad-reference" });
  });
});

describe("a path is unresolved", () => {
  test("when it is gone", () => {
    expect(resolve("~/.agents/skills/x/SKILL.md")).toEqual({ kind: "unresolved", reason: "gone" });
  });

  test("when it lies in no skills directory", () => {
    tree.skill("home/repo/docs/x");
    tree.skill("home/.claude/plugins/p/skills/x");
    tree.skill("home/.claude/plugins/cache/p/.claude/skills/x");
    tree.skill("home/.gemini/extensions/e/.agents/skills/x");
    const bundled = [
      "~/.claude/plugins/p/skills/x/SKILL.md",
      "~/.claude/plugins/cache/p/.claude/skills/x/SKILL.md",
      "~/.gemini/extensions/e/.agents/skills/x/SKILL.md",
    ];
    for (const path of ["docs/x/SKILL.md", ...bundled]) {
      expect(resolve(path)).toEqual({ kind: "unresolved", reason: "outside" });
    }
  });

  test("when the agent keeps the place for itself", () => {
    tree.skill("home/.codex/skills/.system/x");
    tree.skill("home/.claude/skills/synced/x");
    for (const path of ["~/.codex/skills/.system/x/SKILL.md", "~/.claude/skills/synced/x/SKILL.md"]) {
      expect(resolve(path)).toEqual({ kind: "unresolved", reason: "reserved" });
    }
  });

  test("when it is deeper than the layout, or beside the skills", () => {
    tree.skill("home/.claude/skills/group/x");
    tree.file("home/.agents/skills/README.md", "hello");
    for (const path of [
      "~/.claude/skills/group/x/SKILL.md",
      "~/.agents/skills/README.md",
      "~/.agents/skills",
    ]) {
      expect(resolve(path).kind).toBe("unresolved");
    }
  });
});

describe("links", () => {
  test("a skill that is a link belongs to the root it lies in", () => {
    tree.skill("home/.agents/skills/x");
    tree.link("home/.claude/skills/x", "home/.agents/skills/x");
    expect(resolve("~/.claude/skills/x/SKILL.md")).toMatchObject({ rootKey: "agents:global", skill: "x" });
  });

  test("a skill that is a link into nothing of ours has no root", () => {
    tree.skill("elsewhere/x");
    tree.link("home/.claude/skills/x", "elsewhere/x");
    expect(resolve("~/.claude/skills/x/SKILL.md")).toEqual({ kind: "unresolved", reason: "outside" });
  });

  test("a SKILL.md that is a link stays in its skill", () => {
    tree.file("home/notes/x.md", "---\nname: x\ndescription: d\n---\n\nbody\n");
    tree.link("home/.agents/skills/x/SKILL.md", "home/notes/x.md");
    expect(resolve("~/.agents/skills/x/SKILL.md")).toMatchObject({ rootKey: "agents:global", skill: "x" });
  });

  test("a skills directory that is a link to another row's belongs to that row", () => {
    tree.skill("home/repo/.agents/skills/x");
    tree.link("home/repo/.claude/skills", "home/repo/.agents/skills");
    const answer = resolve(".claude/skills/x/SKILL.md");
    expect(answer).toMatchObject({ layout: "agents", scope: "workspace" });
    expect(resolve(".agents/skills/x/SKILL.md")).toEqual(answer);
  });

  test("a directory of nobody's own belongs to the first row that links to it", () => {
    tree.skill("home/dotfiles/lib/x");
    tree.link("home/.claude/skills", "home/dotfiles/lib");
    expect(resolve("~/dotfiles/lib/x/SKILL.md")).toMatchObject({ rootKey: "claude-code:global", path: "x" });
    tree.link("home/.agents/skills", "home/dotfiles/lib");
    expect(resolve("~/dotfiles/lib/x/SKILL.md")).toMatchObject({ rootKey: "agents:global" });
  });

  test("a repository that shares the home directory's `.metis` has no root of its own", () => {
    tree.directory("home/.metis");
    tree.link("home/repo/.metis", "home/.metis");
    tree.skill("home/repo/.agents/skills/x");
    expect(resolve(".agents/skills/x/SKILL.md")).toEqual({ kind: "unresolved", reason: "outside" });
  });
});

test("answers are remembered for the life of a resolver", () => {
  tree.skill("home/.agents/skills/x");
  const resolver = createSkillResolver({ home: tree.at("home"), env: {} });
  const request = { runtime: "codex", skill: { name: "x", path: null }, workspace: null } as const;
  expect(resolver.resolve(request)).toBe(resolver.resolve({ ...request }));
});

describe("a library of --skills-dir", () => {
  const layout = ownDirectoryLayout("agent/skills");

  test("is known once it was curated", () => {
    tree.skill("home/repo/agent/skills/ops/x");
    expect(resolve("agent/skills/ops/x/SKILL.md")).toEqual({ kind: "unresolved", reason: "outside" });
    const root = workspaceRoot({ workspace: tree.at("home/repo"), home: tree.at("home"), layout });
    mkdirSync(root.privateDir, { recursive: true });
    expect(resolve("agent/skills/ops/x/SKILL.md")).toMatchObject({ rootKey: root.key, path: "ops/x" });
  });

  test("of the home directory too, and never another of the same shape", () => {
    tree.skill("home/agent/skills/x");
    tree.skill("home/repo/agent/skills/x");
    const root = globalRoot({ home: tree.at("home"), layout });
    mkdirSync(root.privateDir, { recursive: true });
    expect(resolve("~/agent/skills/x/SKILL.md")).toMatchObject({ rootKey: root.key });
    expect(resolve("agent/skills/x/SKILL.md")).toEqual({ kind: "unresolved", reason: "outside" });
  });
});
