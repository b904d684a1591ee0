import { beforeEach, describe, expect, test } from "bun:test";
import { useImportWorld } from "../support/import-world.ts";
import { tellLive } from "../support/live-hook.ts";
import { importAll, memoryImportTrace } from "../support/memory-import.ts";
import { claudeActs, claudeRecords, lines, START_MS } from "../support/session-records.ts";

const world = useImportWorld();

function claude(session: string, more: object = {}) {
  return claudeRecords(world.tree, session, more);
}

describe("Claude Code", () => {
  beforeEach(() => {
    world.tree.skill("home/.claude/skills/db-migrate");
    world.tree.skill("home/.claude/skills/deploy");
  });

  test("a load that a hook tells while the transcript is read has one event", async () => {
    const { call, result } = claude("a");
    const failures = Array.from({ length: 700 }, (_, at) => [
      call(10, `toolu_${at}`, "Bash", { command: `${at}` }),
      result(10, `toolu_${at}`, "Exit code 1", true),
    ]).flat();
    world.tree.file(
      "home/.claude/projects/-work/a.jsonl",
      lines([
        ...claudeActs(world.tree, "a").slice(0, 2),
        ...failures,
        call(60, "toolu_late", "Skill", { skill: "deploy" }),
        result(61, "toolu_late", "Launching skill"),
      ]),
    );
    const record = {
      session_id: "a",
      cwd: world.tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_input: { skill: "deploy" },
      tool_use_id: "toolu_late",
    };
    const live = memoryImportTrace();
    await tellLive(world.tree, "claude-code", live, record, START_MS + 61_400);
    let isTold = false;
    await importAll(world.tree, "claude-code", world.trace, () => {
      if (isTold) return;
      isTold = true;
      world.trace.append(live.events);
      world.trace.change();
    });
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 2,
      failures: 700,
    });
  });

  test("a command that somebody quotes is none", async () => {
    const { slash, body } = claude("a");
    const quoted = slash(1, "deploy");
    quoted.message.content = `This session is continued: ${quoted.message.content}`;
    const caveat = { ...body(2, "x"), message: { content: [{ type: "text", text: "Caveat: by the user" }] } };
    world.tree.file(
      "home/.claude/projects/-work/a.jsonl",
      lines([quoted, caveat, quoted, body(3, "db-migrate")]),
    );
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(0);
  });

  test("the first versions' skill tool, with its tags and body, is one load", async () => {
    const { call, result, slash, body } = claude("a");
    world.tree.file(
      "home/.claude/projects/-work/a.jsonl",
      lines([
        call(1, "t1", "Skill", { command: "deploy" }),
        result(2, "t1", "Launching skill: deploy"),
        slash(2, "deploy"),
        body(2, "deploy"),
        call(60, "t2", "Skill", { command: "db-migrate" }),
        result(61, "t2", "Launching skill: db-migrate"),
      ]),
    );
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });

  test("two skills whose results stand in one record are two loads", async () => {
    const { call, results } = claude("a");
    world.tree.file(
      "home/.claude/projects/-work/a.jsonl",
      lines([
        call(1, "t1", "Skill", { skill: "db-migrate" }),
        call(1, "t2", "Skill", { skill: "deploy" }),
        results(2, ["t1", "t2"]),
      ]),
    );
    await importAll(world.tree, "claude-code", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });
});
