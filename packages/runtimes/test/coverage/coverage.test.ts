import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { nodeFileSystem } from "@metis-curate/adapters";
import { loadRootSkills, openRoot } from "@metis-curate/core";
import {
  decodeRuntimesRecord,
  detectRuntimes,
  findPresentReaders,
  findUncovered,
  HOOK_SEEN_GOOD_FOR_DAYS,
  IMPORT_GOOD_FOR_DAYS,
  layoutsAt,
  nodeSkillFiles,
  noteHooked,
  noteHookSeen,
  noteImported,
  noteUnhooked,
  RUNTIME_NAMES,
  readRuntimesRecord,
  runtimeMarks,
  runtimesFilePath,
} from "@metis-curate/runtimes";
import { makeTree, type Tree } from "../support/tree.ts";

const NOW_MS = Date.UTC(2026, 11, 1);
const DAY_MS = 86_400_000;
let tree: Tree;

beforeEach(() => {
  tree = makeTree();
  tree.directory("home");
});
afterEach(() => tree.remove());

function question(nowMs = NOW_MS) {
  const files = nodeSkillFiles();
  const home = tree.at("home");
  return {
    home,
    env: {},
    files,
    nowMs,
    record: readRuntimesRecord(home),
    layouts: layoutsAt({ home, env: {}, realpath: (path) => files.realpath(path) }),
  };
}

function rootOf(layoutName: string, workspace?: string) {
  const { home, layouts } = question();
  const target = workspace === undefined ? ("global" as const) : { workspace: tree.at(workspace) };
  const opened = openRoot(nodeFileSystem(), { target, home, layoutName, layouts });
  if (opened.kind !== "root") throw new Error(opened.message);
  return opened.root;
}

/** Skills of a root that must stay because of a runtime, each with the line that says so. */
function uncovered(layout: string, workspace?: string, nowMs = NOW_MS): Readonly<Record<string, string>> {
  const root = rootOf(layout, workspace);
  return Object.fromEntries(findUncovered(question(nowMs), root, loadRootSkills(nodeFileSystem(), root)));
}

/** Makes a machine on which runtimes were used. */
function use(...runtimes: (typeof RUNTIME_NAMES)[number][]): void {
  for (const runtime of runtimes) {
    const mark = runtimeMarks(runtime, { home: "home", env: {} })[0] ?? "";
    tree.directory(mark);
  }
}

const userHook = (path: string, mark = "metis-curate hook") => ({
  settings_path: tree.at(path),
  mark,
  workspace: null,
});

describe("which runtimes are there", () => {
  test("each by what it leaves behind, not by its skills", () => {
    for (const runtime of RUNTIME_NAMES) tree.skill(`home/.${runtime}/skills/x`);
    tree.skill("home/.claude/skills/x");
    tree.skill("home/.config/opencode/skills/x");
    tree.skill("home/.config/goose/skills/x");
    expect(detectRuntimes({ home: tree.at("home"), env: {} })).toEqual([]);
    use(...RUNTIME_NAMES);
    expect(detectRuntimes({ home: tree.at("home"), env: {} })).toEqual([...RUNTIME_NAMES]);
  });

  test("also where a variable has put them", () => {
    tree.directory("opt/codex/sessions");
    const env = { CODEX_HOME: tree.at("opt/codex") };
    expect(detectRuntimes({ home: tree.at("home"), env })).toEqual(["codex"]);
    expect(detectRuntimes({ home: tree.at("home"), env: {} })).toEqual([]);
  });
});

describe("a directory that several runtimes read", () => {
  beforeEach(() => {
    tree.skill("home/.agents/skills/x");
  });

  test("of which none is there keeps nothing", () => {
    expect(uncovered("agents")).toEqual({});
  });

  test("keeps everything until every one that is there is watched", () => {
    use("codex", "gemini", "kiro");
    expect(uncovered("agents")).toEqual({
      x: "codex reads it and is neither hooked nor imported; gemini reads it and is neither hooked nor imported",
    });
    tree.file("home/.codex/hooks.json", '{"command":"metis-curate hook codex"}');
    noteHooked(tree.at("home"), "codex", userHook("home/.codex/hooks.json"));
    expect(Object.keys(uncovered("agents"))).toEqual(["x"]);
    noteImported(tree.at("home"), "gemini", NOW_MS - DAY_MS);
    expect(uncovered("agents")).toEqual({});
    expect(findPresentReaders(question(), rootOf("agents"))).toEqual([
      { runtime: "codex", watch: { kind: "hooked" } },
      { runtime: "gemini", watch: { kind: "imported", at_iso: "2026-11-30T00:00:00.000Z" } },
    ]);
  });

  test("is not kept by a runtime that reads elsewhere", () => {
    use("kiro", "claude-code", "hermes");
    expect(uncovered("agents")).toEqual({});
  });

  test("is read by Hermes when its configuration says so", () => {
    use("hermes");
    tree.file("home/.hermes/config.yaml", "skills:\n  external_dirs:\n    - ~/.agents/skills\n");
    expect(Object.keys(uncovered("agents"))).toEqual(["x"]);
  });
});

describe("links", () => {
  test("make the readers of their own directory readers of the one skill", () => {
    tree.skill("home/.metis/skills/x");
    tree.skill("home/.metis/skills/y");
    tree.link("home/.claude/skills/x", "home/.metis/skills/x");
    use("claude-code");
    expect(Object.keys(uncovered("metis"))).toEqual(["x"]);
  });

  test("to the whole directory make them readers of every skill", () => {
    tree.skill("home/repo/.agents/skills/x");
    tree.skill("home/repo/.agents/skills/y");
    tree.link("home/repo/.claude/skills", "home/repo/.agents/skills");
    use("claude-code");
    expect(Object.keys(uncovered("agents", "home/repo"))).toEqual(["x", "y"]);
  });

  test("of a home lead into a workspace's library too", () => {
    tree.skill("home/repo/.metis/skills/x");
    tree.link("home/.kiro/skills/x", "home/repo/.metis/skills/x");
    use("kiro");
    expect(Object.keys(uncovered("metis", "home/repo"))).toEqual(["x"]);
  });
});

describe("what was noted is held against what is there", () => {
  beforeEach(() => {
    tree.skill("home/.claude/skills/x");
    tree.skill("home/repo/.claude/skills/x");
    tree.skill("home/other/.claude/skills/x");
    use("claude-code");
  });

  test("a hook counts while the settings hold its line", () => {
    tree.file("home/.claude/settings.json", "metis-curate hook claude-code");
    noteHooked(tree.at("home"), "claude-code", userHook("home/.claude/settings.json"));
    expect(uncovered("claude-code")).toEqual({});
    writeFileSync(tree.at("home/.claude/settings.json"), "{}");
    expect(Object.keys(uncovered("claude-code"))).toEqual(["x"]);
  });

  test("a hook that was taken out is not believed because it called lately", () => {
    noteHooked(tree.at("home"), "claude-code", userHook("home/.claude/settings.json"));
    noteHookSeen(tree.at("home"), "claude-code", NOW_MS);
    expect(Object.keys(uncovered("claude-code"))).toEqual(["x"]);
    noteUnhooked(tree.at("home"), "claude-code", tree.at("home/.claude/settings.json"));
    expect(Object.keys(uncovered("claude-code"))).toEqual(["x"]);
  });

  test("a workspace's hook watches that workspace alone", () => {
    tree.file("home/repo/.claude/settings.json", "metis-curate hook claude-code");
    const hook = { ...userHook("home/repo/.claude/settings.json"), workspace: tree.at("home/repo") };
    noteHooked(tree.at("home"), "claude-code", hook);
    expect(uncovered("claude-code", "home/repo")).toEqual({});
    expect(Object.keys(uncovered("claude-code", "home/other"))).toEqual(["x"]);
    expect(Object.keys(uncovered("claude-code"))).toEqual(["x"]);
  });

  test.each([
    [0, true],
    [IMPORT_GOOD_FOR_DAYS, true],
    [IMPORT_GOOD_FOR_DAYS + 1, false],
    [-2, false],
  ])("an import %d days old watches: %p", (days, watches) => {
    noteImported(tree.at("home"), "claude-code", NOW_MS - days * DAY_MS);
    expect(Object.keys(uncovered("claude-code"))).toEqual(watches ? [] : ["x"]);
  });

  test("an old import is named", () => {
    noteImported(tree.at("home"), "claude-code", NOW_MS - 20 * DAY_MS);
    expect(uncovered("claude-code")["x"]).toBe("claude-code reads it and was last imported on 2026-11-11");
  });

  test.each([
    [HOOK_SEEN_GOOD_FOR_DAYS, true],
    [HOOK_SEEN_GOOD_FOR_DAYS + 1, false],
  ])("a plugin's hook that called %d days ago watches: %p", (days, watches) => {
    noteHookSeen(tree.at("home"), "claude-code", NOW_MS - days * DAY_MS);
    expect(Object.keys(uncovered("claude-code"))).toEqual(watches ? [] : ["x"]);
  });

  test("a hook notes itself once a day", () => {
    const home = tree.at("home");
    const seen = () => readRuntimesRecord(home).runtimes["claude-code"]?.hook_seen_at_iso;
    noteHookSeen(home, "claude-code", NOW_MS);
    noteHookSeen(home, "claude-code", NOW_MS + DAY_MS - 1);
    expect(seen()).toBe("2026-12-01T00:00:00.000Z");
    noteHookSeen(home, "claude-code", NOW_MS + DAY_MS);
    expect(seen()).toBe("2026-12-02T00:00:00.000Z");
  });

  test("nothing in a repository watches", () => {
    const record = {
      schema_version: "1",
      runtimes: { "claude-code": { imported_at_iso: "2026-12-01T00:00:00Z" } },
    };
    tree.file("home/repo/.metis/curator/runtimes.json", JSON.stringify(record));
    expect(Object.keys(uncovered("claude-code", "home/repo"))).toEqual(["x"]);
  });
});

describe("the record", () => {
  test("keeps the other runtimes and the other settings", () => {
    const home = tree.at("home");
    noteHooked(home, "codex", userHook("a"));
    noteHooked(home, "codex", userHook("b"));
    noteHooked(home, "codex", userHook("a", "another line"));
    noteImported(home, "goose", NOW_MS);
    noteUnhooked(home, "codex", tree.at("b"));
    expect(readRuntimesRecord(home).runtimes).toEqual({
      codex: { hooks: [userHook("a", "another line")], imported_at_iso: null, hook_seen_at_iso: null },
      goose: { hooks: [], imported_at_iso: "2026-12-01T00:00:00.000Z", hook_seen_at_iso: null },
    });
  });

  test.each([
    "",
    "null",
    "[]",
    '{"schema_version":"2","runtimes":{}}',
    "{",
    '{"schema_version":"1","runtimes":[]}',
  ])("%j is as if nothing was noted", (text) => {
    tree.file("home/.metis/curator/runtimes.json", text);
    expect(runtimesFilePath(tree.at("home"))).toBe(tree.at("home/.metis/curator/runtimes.json"));
    expect(readRuntimesRecord(tree.at("home")).runtimes).toEqual({});
  });

  test("drops what has a wrong shape", () => {
    const good = { settings_path: "/a", mark: "m", workspace: null };
    const text = JSON.stringify({
      schema_version: "1",
      runtimes: {
        codex: {
          hooks: [good, { ...good, mark: "" }, { ...good, workspace: 1 }, "x"],
          imported_at_iso: "soon",
        },
        emacs: { hooks: [good] },
        goose: "x",
      },
    });
    expect(decodeRuntimesRecord(text).runtimes).toEqual({
      codex: { hooks: [good], imported_at_iso: null, hook_seen_at_iso: null },
    });
  });
});

test("more links than can be looked at may lead to any skill", () => {
  tree.skill("home/.metis/skills/x");
  use("kiro");
  const { files, ...rest } = question();
  const crowded = { ...rest, files: { ...files, linkNames: () => null } };
  tree.directory("home/.kiro/skills");
  const root = rootOf("metis");
  const library = loadRootSkills(nodeFileSystem(), root);
  expect([...findUncovered(crowded, root, library).keys()]).toEqual(["x"]);
  expect(findUncovered(question(), root, library).size).toBe(0);
});
