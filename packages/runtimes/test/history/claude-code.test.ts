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

describe("Claude Code", () => {
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

  test("a load that a hook tells while the transcript is read has one event", async () => {
    const { call, result } = claude("a");
    const failures = Array.from({ length: 700 }, (_, at) => [
      call(10, `toolu_${at}`, "Bash", { command: `${at}` }),
      result(10, `toolu_${at}`, "Exit code 1", true),
    ]).flat();
    tree.file(
      "home/.claude/projects/-work/a.jsonl",
      lines([
        ...acts("a").slice(0, 2),
        ...failures,
        call(60, "toolu_late", "Skill", { skill: "deploy" }),
        result(61, "toolu_late", "Launching skill"),
      ]),
    );
    const record = {
      session_id: "a",
      cwd: tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_input: { skill: "deploy" },
      tool_use_id: "toolu_late",
    };
    const live = memoryImportTrace();
    await tellLive(tree, "claude-code", live, record, START_MS + 61_400);
    let isTold = false;
    await importAll(tree, "claude-code", trace, () => {
      if (isTold) return;
      isTold = true;
      trace.append(live.events);
      trace.change();
    });
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 2,
      failures: 700,
    });
  });

  test("a command that somebody quotes is none", async () => {
    const { slash, body } = claude("a");
    const quoted = slash(1, "deploy");
    quoted.message.content = `This session is continued: ${quoted.message.content}`;
    const caveat = { ...body(2, "x"), message: { content: [{ type: "text", text: "Caveat: by the user" }] } };
    tree.file("home/.claude/projects/-work/a.jsonl", lines([quoted, caveat, quoted, body(3, "db-migrate")]));
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(0);
  });

  test("the first versions' skill tool, with its tags and body, is one load", async () => {
    const { call, result, slash, body } = claude("a");
    tree.file(
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
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(2);
  });

  test("two skills whose results stand in one record are two loads", async () => {
    const { call, results } = claude("a");
    tree.file(
      "home/.claude/projects/-work/a.jsonl",
      lines([
        call(1, "t1", "Skill", { skill: "db-migrate" }),
        call(1, "t2", "Skill", { skill: "deploy" }),
        results(2, ["t1", "t2"]),
      ]),
    );
    await importAll(tree, "claude-code", trace);
    expect(count("skill.loaded")).toBe(2);
  });
});
