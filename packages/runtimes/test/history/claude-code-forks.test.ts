import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tellLive } from "../support/live-hook.ts";
import { importAll, type MemoryImportTrace, memoryImportTrace } from "../support/memory-import.ts";
import { claudeRecords, lines, START_MS } from "../support/session-records.ts";
import { makeTree, type Tree } from "../support/tree.ts";

const LOAD = "toolu_01AbCdEfGhIjKlMnOpQrStUv";
const FAIL = "toolu_01ZyXwVuTsRqPoNmLkJiHgFe";

let tree: Tree;
let trace: MemoryImportTrace;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
  trace = memoryImportTrace();
});
afterEach(() => tree.remove());

function count(type: string): number {
  return trace.events.filter((event) => event.type === type).length;
}

function claude(session: string, more: object = {}) {
  return claudeRecords(tree, session, more);
}

describe("a session of Claude Code in two files", () => {
  beforeEach(() => {
    tree.skill("home/.claude/skills/db-migrate");
    tree.skill("home/.claude/skills/deploy");
  });

  function acts(session: string, more: object = {}): readonly object[] {
    const { call, result, slash, body } = claude(session, more);
    return [
      call(1, LOAD, "Skill", { skill: "db-migrate" }),
      result(2, LOAD, "Launching skill"),
      call(3, FAIL, "Bash", { command: "npm test" }),
      result(4, FAIL, "Exit code 1", true),
      slash(60, "deploy"),
      body(60, "deploy"),
    ];
  }

  test("a session that was forked or resumed into another file has its past once", async () => {
    tree.file("home/.claude/projects/-work/a.jsonl", lines(acts("a")));
    const { call, result } = claude("b");
    const own = [
      call(100, "toolu_01own1234567890abcdefgh", "Bash", { command: "x" }),
      result(101, "toolu_01own1234567890abcdefgh", "Exit code 1", true),
    ];
    tree.file(
      "home/.claude/projects/-work/b.jsonl",
      lines([...acts("b", { forkedFrom: { sessionId: "a", messageUuid: "m" } }), ...own]),
    );
    await importAll(tree, "claude-code", trace);
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 2,
      failures: 2,
    });
    await importAll(tree, "claude-code", trace);
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 2,
      failures: 2,
    });
  });

  test("a fork of a session that was seen live adds nothing of its past", async () => {
    const record = {
      session_id: "a",
      cwd: tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_input: { skill: "db-migrate" },
      tool_use_id: LOAD,
    };
    await tellLive(tree, "claude-code", trace, record, START_MS + 2_100);
    tree.file("home/.claude/projects/-work/b.jsonl", lines(acts("b").slice(0, 2)));
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(1);
  });

  test("a fork says whose its past is, also of what was typed and told live", async () => {
    const common = { session_id: "a", cwd: tree.at("work") };
    const typed = { ...common, hook_event_name: "UserPromptExpansion", command_name: "deploy" };
    await tellLive(tree, "claude-code", trace, typed, START_MS + 60_700);
    const used = {
      ...common,
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_input: { skill: "db-migrate" },
      tool_use_id: "Skill:0",
    };
    await tellLive(tree, "claude-code", trace, used, START_MS + 2_300);
    const fork = claude("b", { forkedFrom: { sessionId: "a", messageUuid: "m" } });
    const past = [
      fork.call(1, "Skill:0", "Skill", { skill: "db-migrate" }),
      fork.result(2, "Skill:0", "Launching skill"),
      fork.slash(60, "deploy"),
      fork.body(60, "deploy"),
    ];
    const own = [claude("b").slash(900, "deploy"), claude("b").body(900, "deploy")];
    tree.file("home/.claude/projects/-work/b.jsonl", lines([...past, ...own]));
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(3);
  });

  test("a fork of a session that wrote a skill did not write it again", async () => {
    for (const session of ["a", "b"]) {
      const { call, result } = claude(session);
      const input = { file_path: tree.at("home/.claude/skills/deploy/SKILL.md"), content: "x" };
      const past = [call(1, LOAD, "Write", input), result(2, LOAD, "File created")];
      tree.file(`home/.claude/projects/-work/${session}.jsonl`, lines(past));
    }
    await importAll(tree, "claude-code", trace);
    await importAll(tree, "claude-code", trace);
    expect([count("session.created"), count("skill.observed")]).toEqual([1, 1]);
  });

  test("nor are they one where an id of chance comes again another day", async () => {
    for (const session of ["a", "b"]) {
      const { call, result } = claude(session);
      const later = session === "a" ? 0 : 86_400;
      const records = [call(1 + later, LOAD, "Skill", { skill: "deploy" }), result(2 + later, LOAD, "ok")];
      tree.file(`home/.claude/projects/-work/${session}.jsonl`, lines(records));
    }
    await importAll(tree, "claude-code", trace);
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(2);
  });

  test("short ids of two sessions are two calls", async () => {
    for (const session of ["a", "b"]) {
      const { call, result } = claude(session);
      const later = session === "a" ? 0 : 600;
      tree.file(
        `home/.claude/projects/-work/${session}.jsonl`,
        lines([call(1 + later, "Skill:0", "Skill", { skill: "deploy" }), result(2 + later, "Skill:0", "ok")]),
      );
    }
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(2);
  });
});
