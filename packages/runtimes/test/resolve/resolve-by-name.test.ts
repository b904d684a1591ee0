import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { skillFileHash, skillVersion, workspaceRoot } from "@metis-curate/core";
import { createSkillResolver, LAYOUT_ROWS, RUNTIME_NAMES, type RuntimeName } from "@metis-curate/runtimes";
import { makeTree, skillText, type Tree } from "../support/tree.ts";

let tree: Tree;

beforeEach(() => {
  tree = makeTree();
  tree.directory("home");
  tree.directory("home/repo/.git");
  tree.directory("home/repo/apps/web");
});
afterEach(() => tree.remove());

function resolve(
  runtime: RuntimeName,
  name: string,
  workspace: string | null = "home/repo/apps/web",
  env = {},
) {
  const resolver = createSkillResolver({ home: tree.at("home"), env });
  const path = workspace === null ? null : tree.at(workspace);
  return resolver.resolve({ runtime, skill: { name, path: null }, workspace: path });
}

/** Where the answer lies, below the tree; or why there is none. */
function whereOf(answer: ReturnType<typeof resolve>): string {
  return answer.kind === "skill" ? answer.directory.slice(tree.top.length + 1) : answer.reason;
}

function keyOf(layoutName: string, workspace: string): string {
  const layout = LAYOUT_ROWS.find((row) => row.layout.name === layoutName)?.layout;
  if (layout === undefined) throw new Error(layoutName);
  return workspaceRoot({ workspace: tree.at(workspace), home: tree.at("home"), layout }).key;
}

test("the answer names the root, the version and the size that core would", () => {
  const text = skillText("deploy", "# Deploy\r\n\r\nSlowly.\r\n");
  tree.skill("home/repo/.claude/skills/deploy", text);
  const answer = resolve("claude-code", "deploy");
  expect(answer).toMatchObject({
    kind: "skill",
    rootKey: keyOf("claude-code", "home/repo"),
    layout: "claude-code",
    scope: "workspace",
    base: tree.at("home/repo"),
    skill: "deploy",
    path: "deploy",
    file: "SKILL.md",
    version: skillVersion("# Deploy\r\n\r\nSlowly.\r\n"),
    fileHash: skillFileHash(new TextEncoder().encode(text)),
    sizeTokens: 5,
  });
});

/** Places a skill `x` may lie in, by runtime, in order; the last of some are directories above, a last resort. */
const ORDER: Readonly<Record<RuntimeName, readonly string[]>> = {
  "claude-code": [
    "home/.claude/skills/x",
    "home/repo/apps/web/.claude/skills/x",
    "home/repo/.claude/skills/x",
  ],
  codex: [
    "home/repo/apps/web/.agents/skills/x",
    "home/repo/.agents/skills/x",
    "home/repo/apps/web/.codex/skills/x",
    "home/repo/.codex/skills/x",
    "home/.agents/skills/x",
    "home/.codex/skills/x",
  ],
  opencode: [
    "home/repo/apps/web/.opencode/skills/x",
    "home/repo/.opencode/skills/x",
    "home/repo/apps/web/.claude/skills/x",
    "home/repo/apps/web/.agents/skills/x",
    "home/.config/opencode/skills/x",
    "home/.claude/skills/x",
    "home/.agents/skills/x",
  ],
  gemini: [
    "home/repo/apps/web/.agents/skills/x",
    "home/repo/apps/web/.gemini/skills/x",
    "home/.agents/skills/x",
    "home/.gemini/skills/x",
    "home/repo/.gemini/skills/x",
  ],
  goose: [
    "home/repo/apps/web/.agents/skills/x",
    "home/repo/apps/web/.goose/skills/x",
    "home/repo/apps/web/.claude/skills/x",
    "home/.agents/skills/x",
    "home/.config/goose/skills/x",
    "home/.claude/skills/x",
  ],
  cursor: [
    "home/repo/apps/web/.agents/skills/x",
    "home/repo/apps/web/.cursor/skills/x",
    "home/repo/apps/web/.codex/skills/x",
    "home/.agents/skills/x",
    "home/.cursor/skills/x",
    "home/.claude/skills/x",
    "home/.codex/skills/x",
  ],
  kiro: ["home/repo/apps/web/.kiro/skills/x", "home/.kiro/skills/x", "home/repo/.kiro/skills/x"],
  hermes: ["home/.hermes/skills/x", "home/.agents/skills/x"],
};

describe("a name is looked up in the runtime's own order", () => {
  test.each([...RUNTIME_NAMES])("%s", (runtime) => {
    for (const place of ORDER[runtime].toReversed()) {
      tree.skill(place);
      expect(whereOf(resolve(runtime, "x"))).toBe(place);
    }
  });

  test.each(["claude-code", "kiro", "hermes"] as const)(
    "%s reads no other agent's directories",
    (runtime) => {
      const mine = new Set(ORDER[runtime]);
      for (const place of Object.values(ORDER).flat()) if (!mine.has(place)) tree.skill(place);
      tree.skill("home/.metis/skills/x");
      expect(whereOf(resolve(runtime, "x"))).toBe("not-found");
    },
  );
});

test("above the repository's root nothing is looked at, and without a repository only the workspace", () => {
  tree.skill("home/.claude-not/skills/x");
  tree.skill("outer/.claude/skills/x");
  tree.directory("outer/repo/.git");
  tree.directory("outer/plain/deep");
  expect(whereOf(resolve("claude-code", "x", "outer/repo"))).toBe("not-found");
  expect(whereOf(resolve("claude-code", "x", "outer/plain/deep"))).toBe("not-found");
  expect(whereOf(resolve("claude-code", "x", "outer"))).toBe("outer/.claude/skills/x");
});

test("a workspace that is gone leaves the home directory", () => {
  tree.skill("home/.claude/skills/x");
  expect(whereOf(resolve("claude-code", "x", "gone/away"))).toBe("home/.claude/skills/x");
  expect(whereOf(resolve("claude-code", "x", null))).toBe("home/.claude/skills/x");
});

describe("a prefix", () => {
  test("of a plugin is not ours, also where a skill has the name", () => {
    tree.skill("home/.claude/skills/deploy");
    for (const runtime of RUNTIME_NAMES)
      expect(whereOf(resolve(runtime, "vercel:deploy"))).toBe("namespaced");
  });

  test("of a directory below the workspace names the skill there, for Claude Code", () => {
    tree.skill("home/repo/apps/web/.claude/skills/deploy");
    expect(whereOf(resolve("claude-code", "apps/web:deploy", "home/repo"))).toBe(
      "home/repo/apps/web/.claude/skills/deploy",
    );
    expect(whereOf(resolve("codex", "apps/web:deploy", "home/repo"))).toBe("namespaced");
  });

  test.each(["../..:deploy", "/etc:deploy", ":deploy", "a::deploy", "web:", "web:../x", "web:a/b"])(
    "%s leads nowhere",
    (name) => {
      tree.skill("home/repo/.claude/skills/deploy");
      expect(resolve("claude-code", name).kind).toBe("unresolved");
    },
  );
});

describe("names on the disk", () => {
  test("in category directories are found where the layout goes so deep", () => {
    tree.skill("home/.agents/skills/ops/cloud/deploy");
    tree.skill("home/.claude/skills/ops/deploy");
    expect(whereOf(resolve("codex", "deploy"))).toBe("home/.agents/skills/ops/cloud/deploy");
    expect(whereOf(resolve("claude-code", "deploy"))).toBe("not-found");
  });

  test("the shallower of two equal names is meant", () => {
    tree.skill("home/.agents/skills/a/b/deploy");
    tree.skill("home/.agents/skills/z/deploy");
    expect(whereOf(resolve("codex", "deploy"))).toBe("home/.agents/skills/z/deploy");
  });

  test("with the category, or a file of the skill, lead to the skill", () => {
    tree.skill("home/.agents/skills/ops/deploy");
    tree.file("home/.agents/skills/ops/deploy/notes/a.md", "a");
    const answer = resolve("goose", "ops/deploy/notes/a.md");
    expect(answer).toMatchObject({ skill: "deploy", path: "ops/deploy", file: "SKILL.md" });
  });

  test("of another Unicode form are the same", () => {
    tree.skill(`home/.claude/skills/${"gerät".normalize("NFD")}`);
    expect(resolve("claude-code", "gerät")).toMatchObject({ skill: "gerät".normalize("NFC") });
  });

  test("of the frontmatter count for agents that go by it", () => {
    tree.skill("home/.agents/skills/dir-name", skillText("own-name"));
    tree.skill("home/.claude/skills/dir-name", skillText("own-name"));
    expect(whereOf(resolve("gemini", "own-name"))).toBe("home/.agents/skills/dir-name");
    expect(whereOf(resolve("claude-code", "own-name"))).toBe("not-found");
  });

  test.each(["", "..", "../x", "a/../../x", "x\u0000", "a\u202eb"])("%j is no reference", (name) => {
    tree.skill("home/.claude/x");
    expect(whereOf(resolve("claude-code", name))).toBe("bad-reference");
  });

  test.each([
    ["codex", "home/.codex/skills/.system/imagegen", "imagegen"],
    ["codex", "home/.codex/skills/.system/imagegen", ".system/imagegen"],
    ["claude-code", "home/.claude/skills/synced", "synced"],
    ["hermes", "home/.hermes/skills/.archive/old", "old"],
  ] as const)("%s keeps %s for itself", (runtime, place, name) => {
    tree.skill(place);
    expect(whereOf(resolve(runtime, name))).toBe("not-found");
  });

  test("`synced` is kept in the home directory only", () => {
    tree.skill("home/repo/.claude/skills/synced");
    expect(whereOf(resolve("claude-code", "synced"))).toBe("home/repo/.claude/skills/synced");
  });
});

describe("directories that a variable moves", () => {
  test("are libraries of their own, and the workspace's stays the row's", () => {
    tree.skill("home/.claude/skills/x");
    tree.skill("home/.claude-work/skills/x");
    tree.skill("home/repo/.claude/skills/y");
    const env = { CLAUDE_CONFIG_DIR: tree.at("home/.claude-work") };
    const moved = resolve("claude-code", "x", null, env);
    expect(moved).toMatchObject({ scope: "global", directory: tree.at("home/.claude-work/skills/x") });
    expect(moved.kind === "skill" && moved.rootKey).toMatch(/^claude-code-[0-9a-f]{8}:global$/);
    expect(resolve("claude-code", "y", "home/repo", env)).toMatchObject({
      rootKey: keyOf("claude-code", "home/repo"),
    });
  });

  test("may lie outside the home directory", () => {
    tree.skill("opt/codex/skills/x");
    const moved = resolve("codex", "x", null, { CODEX_HOME: tree.at("opt/codex") });
    expect(moved).toMatchObject({ directory: tree.at("opt/codex/skills/x"), base: tree.at("home") });
    expect(moved.kind === "skill" && moved.rootKey).toMatch(/^codex-[0-9a-f]{8}:global$/);
  });

  test("do not hide the workspaces beside them", () => {
    tree.skill("home/repo/.claude/skills/y");
    const answer = resolve("claude-code", "y", "home/repo", { CODEX_HOME: tree.at("home") });
    expect(answer).toMatchObject({ rootKey: keyOf("claude-code", "home/repo") });
  });

  test("that lead to the usual place change nothing; relative ones do not count", () => {
    tree.skill("home/.claude/skills/x");
    tree.link("home/alias", "home/.claude");
    for (const value of [tree.at("home/.claude"), tree.at("home/alias"), ".claude-work", ""]) {
      const answer = resolve("claude-code", "x", null, { CLAUDE_CONFIG_DIR: value });
      expect(answer).toMatchObject({ rootKey: "claude-code:global" });
    }
  });
});
