import { beforeEach, describe, expect, test } from "bun:test";
import { useImportWorld } from "../support/import-world.ts";
import { tellLive } from "../support/live-hook.ts";
import { importAll } from "../support/memory-import.ts";
import { CLAUDE_CALLS, claudeActs, claudeRecords, lines, START_MS } from "../support/session-records.ts";

const world = useImportWorld();

function claude(session: string, more: object = {}) {
  return claudeRecords(world.tree, session, more);
}

describe("a session of Claude Code in two files", () => {
  beforeEach(() => {
    world.tree.skill("home/.claude/skills/db-migrate");
    world.tree.skill("home/.claude/skills/deploy");
  });

  test("a session that was forked or resumed into another file has its past once", async () => {
    world.tree.file("home/.claude/projects/-work/a.jsonl", lines(claudeActs(world.tree, "a")));
    const { call, result } = claude("b");
    const own = [
      call(100, "toolu_01own1234567890abcdefgh", "Bash", { command: "x" }),
      result(101, "toolu_01own1234567890abcdefgh", "Exit code 1", true),
    ];
    world.tree.file(
      "home/.claude/projects/-work/b.jsonl",
      lines([...claudeActs(world.tree, "b", { forkedFrom: { sessionId: "a", messageUuid: "m" } }), ...own]),
    );
    await importAll(world.tree, "claude-code", world.trace);
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 2,
      failures: 2,
    });
    await importAll(world.tree, "claude-code", world.trace);
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 2,
      failures: 2,
    });
  });

  test("a fork of a session that was seen live adds nothing of its past", async () => {
    const record = {
      session_id: "a",
      cwd: world.tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_input: { skill: "db-migrate" },
      tool_use_id: CLAUDE_CALLS.load,
    };
    await tellLive(world.tree, "claude-code", world.trace, record, START_MS + 2_100);
    world.tree.file("home/.claude/projects/-work/b.jsonl", lines(claudeActs(world.tree, "b").slice(0, 2)));
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(1);
  });

  test("a fork says whose its past is, also of what was typed and told live", async () => {
    const common = { session_id: "a", cwd: world.tree.at("work") };
    const typed = { ...common, hook_event_name: "UserPromptExpansion", command_name: "deploy" };
    await tellLive(world.tree, "claude-code", world.trace, typed, START_MS + 60_700);
    const used = {
      ...common,
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_input: { skill: "db-migrate" },
      tool_use_id: "Skill:0",
    };
    await tellLive(world.tree, "claude-code", world.trace, used, START_MS + 2_300);
    const fork = claude("b", { forkedFrom: { sessionId: "a", messageUuid: "m" } });
    const past = [
      fork.call(1, "Skill:0", "Skill", { skill: "db-migrate" }),
      fork.result(2, "Skill:0", "Launching skill"),
      fork.slash(60, "deploy"),
      fork.body(60, "deploy"),
    ];
    const own = [claude("b").slash(900, "deploy"), claude("b").body(900, "deploy")];
    world.tree.file("home/.claude/projects/-work/b.jsonl", lines([...past, ...own]));
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(3);
  });

  test("a fork of a session that wrote a skill did not write it again", async () => {
    for (const session of ["a", "b"]) {
      const { call, result } = claude(session);
      const input = { file_path: world.tree.at("home/.claude/skills/deploy/SKILL.md"), content: "x" };
      const past = [call(1, CLAUDE_CALLS.load, "Write", input), result(2, CLAUDE_CALLS.load, "File created")];
      world.tree.file(`home/.claude/projects/-work/${session}.jsonl`, lines(past));
    }
    await importAll(world.tree, "claude-code", world.trace);
    await importAll(world.tree, "claude-code", world.trace);
    expect([world.count("session.created"), world.count("skill.observed")]).toEqual([1, 1]);
  });

  test("nor are they one where an id of chance comes again another day", async () => {
    for (const session of ["a", "b"]) {
      const { call, result } = claude(session);
      const later = session === "a" ? 0 : 86_400;
      const records = [
        call(1 + later, CLAUDE_CALLS.load, "Skill", { skill: "deploy" }),
        result(2 + later, CLAUDE_CALLS.load, "ok"),
      ];
      world.tree.file(`home/.claude/projects/-work/${session}.jsonl`, lines(records));
    }
    await importAll(world.tree, "claude-code", world.trace);
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });

  test("short ids of two sessions are two calls", async () => {
    for (const session of ["a", "b"]) {
      const { call, result } = claude(session);
      const later = session === "a" ? 0 : 600;
      world.tree.file(
        `home/.claude/projects/-work/${session}.jsonl`,
        lines([call(1 + later, "Skill:0", "Skill", { skill: "deploy" }), result(2 + later, "Skill:0", "ok")]),
      );
    }
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });
});
