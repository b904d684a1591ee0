import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import { tellLive } from "../support/live-hook.ts";
import { importAll, type MemoryImportTrace, memoryImportTrace } from "../support/memory-import.ts";
import { makeTree, type Tree } from "../support/tree.ts";

const START_MS = Date.parse("2026-11-01T10:00:00.000Z");
const at = (seconds: number): string => new Date(START_MS + seconds * 1_000).toISOString();
const lines = (records: readonly object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join("");

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

/** Claude Code's records of one session: its calls and their results. */
function claude(session: string, more: object = {}) {
  const common = { sessionId: session, cwd: tree.at("work"), version: "2.1.280", ...more };
  return {
    call: (seconds: number, id: string, name: string, input: object) => ({
      ...common,
      type: "assistant",
      timestamp: at(seconds),
      message: { model: "model-x", content: [{ type: "tool_use", id, name, input }] },
    }),
    result: (seconds: number, id: string, content: string, isError = false) => ({
      ...common,
      type: "user",
      timestamp: at(seconds),
      message: {
        content: [{ type: "tool_result", tool_use_id: id, content, ...(isError && { is_error: true }) }],
      },
    }),
    results: (seconds: number, ids: readonly string[]) => ({
      ...common,
      type: "user",
      timestamp: at(seconds),
      message: {
        content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "Launching skill" })),
      },
    }),
    slash: (seconds: number, name: string) => ({
      ...common,
      type: "user",
      timestamp: at(seconds),
      message: { content: `<command-name>/${name}</command-name>` },
    }),
    body: (seconds: number, name: string) => ({
      ...common,
      type: "user",
      isMeta: true,
      timestamp: at(seconds),
      message: {
        content: [
          { type: "text", text: `Base directory for this skill: ${tree.at(`home/.claude/skills/${name}`)}` },
        ],
      },
    }),
  };
}

const LOAD = "toolu_01AbCdEfGhIjKlMnOpQrStUv";
const FAIL = "toolu_01ZyXwVuTsRqPoNmLkJiHgFe";

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

describe("Codex", () => {
  beforeEach(() => {
    tree.skill("home/.agents/skills/db-migrate");
  });
  const id = (which: string) => `call_1${which.padEnd(23, "x")}`;

  function rollout(session: string, later: number, more: readonly object[] = []): string {
    const item = (seconds: number, payload: object) => ({
      timestamp: at(seconds + later),
      type: "response_item",
      payload,
    });
    const skill = tree.at("home/.agents/skills/db-migrate/SKILL.md");
    return lines([
      { timestamp: at(later), type: "session_meta", payload: { id: session, cwd: tree.at("work") } },
      ...more,
      { timestamp: at(later), type: "turn_context", payload: { turn_id: "t", cwd: tree.at("work") } },
      item(1, {
        type: "function_call",
        name: "exec_command",
        call_id: id("one"),
        arguments: JSON.stringify({ cmd: `cat ${skill}` }),
      }),
      item(2, {
        type: "function_call_output",
        call_id: id("one"),
        output: "Process exited with code 0\nOutput:\nx",
      }),
      item(3, {
        type: "function_call",
        name: "exec_command",
        call_id: id("two"),
        arguments: JSON.stringify({ cmd: "npm test" }),
      }),
      item(4, {
        type: "function_call_output",
        call_id: id("two"),
        output: "Process exited with code 1\nOutput:\nx",
      }),
    ]);
  }

  test("a rollout that goes on from another one has that one's acts once", async () => {
    tree.file("home/.codex/sessions/2026/11/01/rollout-a.jsonl", rollout("a", 0));
    const parent = { timestamp: at(900), type: "session_meta", payload: { id: "a", cwd: tree.at("work") } };
    tree.file("home/.codex/sessions/2026/11/01/rollout-b.jsonl", rollout("b", 900, [parent]));
    await importAll(tree, "codex", trace);
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 1,
      failures: 1,
    });
  });

  test("an output in parts says too that it failed", async () => {
    const text = rollout("a", 0).replaceAll(
      /"output":("(?:[^"\\]|\\.)*")/g,
      '"output":[{"type":"input_text","text":$1}]',
    );
    tree.file("home/.codex/sessions/2026/11/01/rollout-a.jsonl", text);
    await importAll(tree, "codex", trace);
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 1,
      failures: 1,
    });
  });

  test("what a person named once is one load, also where the fork writes it anew", async () => {
    const path = tree.at("home/.agents/skills/db-migrate/SKILL.md");
    const said = (seconds: number) => ({
      timestamp: at(seconds),
      type: "response_item",
      payload: {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: `<skill>\n<name>db-migrate</name>\n<path>${path}</path>\nx</skill>` },
        ],
      },
    });
    const meta = (seconds: number, payload: object) => ({
      timestamp: at(seconds),
      type: "session_meta",
      payload,
    });
    const directory = "home/.codex/sessions/2026/11/01";
    tree.file(`${directory}/rollout-a.jsonl`, lines([meta(0, { id: "a" }), said(30)]));
    const fork = [meta(900, { id: "b", forked_from_id: "a" }), meta(900, { id: "a" }), said(900)];
    tree.file(`${directory}/rollout-b.jsonl`, lines([...fork, said(960)]));
    await importAll(tree, "codex", trace);
    expect(count("skill.loaded")).toBe(2);
    await importAll(tree, "codex", trace);
    expect(count("skill.loaded")).toBe(2);
  });

  test("also where the first was gone on with after the fork", async () => {
    const directory = "home/.codex/sessions/2026/11/01";
    const parent = { timestamp: at(900), type: "session_meta", payload: { id: "a", cwd: tree.at("work") } };
    tree.file(`${directory}/rollout-b.jsonl`, rollout("b", 900, [parent]));
    tree.file(`${directory}/rollout-a.jsonl`, rollout("a", 0));
    utimesSync(tree.at(`${directory}/rollout-b.jsonl`), 1_000, 1_000);
    for (const _ of [1, 2]) {
      await importAll(tree, "codex", trace);
      expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
        loads: 1,
        failures: 1,
      });
    }
  });

  test("a list of words is run in the directory it names", async () => {
    const item = (seconds: number, payload: object) => ({
      timestamp: at(seconds),
      type: "response_item",
      payload,
    });
    const workdir = tree.at("home/.agents/skills/db-migrate");
    tree.file(
      "home/.codex/sessions/2026/11/01/rollout-a.jsonl",
      lines([
        { timestamp: at(0), type: "session_meta", payload: { id: "a", cwd: tree.at("work") } },
        item(1, {
          type: "function_call",
          name: "shell",
          call_id: "c1",
          arguments: JSON.stringify({ command: ["bash", "-lc", "cat SKILL.md"], workdir }),
        }),
        item(2, {
          type: "function_call_output",
          call_id: "c1",
          output: JSON.stringify({ output: "", metadata: { exit_code: 0 } }),
        }),
        item(3, {
          type: "function_call",
          name: "shell",
          call_id: "c2",
          arguments: JSON.stringify({ command: ["cat", "SKILL.md"], workdir }),
        }),
        item(4, {
          type: "function_call_output",
          call_id: "c2",
          output: JSON.stringify({ output: "", metadata: { exit_code: 0 } }),
        }),
      ]),
    );
    await importAll(tree, "codex", trace);
    expect(count("skill.loaded")).toBe(2);
  });

  test("a skill that speaks of exit codes is loaded all the same", async () => {
    const skill = tree.at("home/.agents/skills/db-migrate/SKILL.md");
    const common = {
      session_id: "a",
      cwd: tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `cat ${skill}` },
    };
    const text = "# Migrate\n\nThe tool ends with exit code 2 where a table is locked.\n";
    await tellLive(
      tree,
      "codex",
      trace,
      { ...common, tool_use_id: id("one"), tool_response: text },
      START_MS,
    );
    expect(count("skill.loaded")).toBe(1);
  });
});

describe("what is told live and stands in the history too", () => {
  test("Cursor: a load has one event", async () => {
    tree.skill("home/.cursor/skills/db-migrate");
    const path = tree.at("home/.cursor/skills/db-migrate/SKILL.md");
    const record = {
      conversation_id: "conv",
      hook_event_name: "postToolUse",
      tool_name: "Read",
      tool_input: { file_path: path },
      tool_use_id: "use-1",
      workspace_roots: [tree.at("work")],
    };
    await tellLive(tree, "cursor", trace, record, START_MS);
    const file = "home/.cursor/projects/work/agent-transcripts/conv/conv.jsonl";
    const read = {
      role: "assistant",
      message: { content: [{ type: "tool_use", name: "Read", input: { path } }] },
    };
    tree.file(file, lines([read]));
    utimesSync(tree.at(file), START_MS / 1_000 + 600, START_MS / 1_000 + 600);
    await importAll(tree, "cursor", trace);
    expect(count("skill.loaded")).toBe(1);
    // A second load that no hook saw.
    tree.file(file, lines([read, read]));
    utimesSync(tree.at(file), START_MS / 1_000 + 1_200, START_MS / 1_000 + 1_200);
    await importAll(tree, "cursor", trace);
    expect(count("skill.loaded")).toBe(2);
    await importAll(tree, "cursor", trace);
    expect(count("skill.loaded")).toBe(2);
  });

  test("Kiro: a load long after the prompt has one event", async () => {
    tree.skill("home/.kiro/skills/db-migrate");
    const path = tree.at("home/.kiro/skills/db-migrate/SKILL.md");
    const record = {
      session_id: "s",
      cwd: tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: "read",
      tool_input: { path },
      tool_response: { success: true },
    };
    await tellLive(tree, "kiro", trace, record, START_MS + 90_000);
    tree.file(
      "home/.kiro/sessions/cli/s.jsonl",
      lines([
        { version: "v1", kind: "Prompt", data: { content: [], meta: { timestamp: START_MS / 1_000 } } },
        {
          version: "v1",
          kind: "AssistantMessage",
          data: { content: [{ kind: "toolUse", data: { toolUseId: "tu1", name: "read", input: { path } } }] },
        },
        {
          version: "v1",
          kind: "ToolResults",
          data: {
            content: [{ kind: "toolResult", data: { toolUseId: "tu1", content: [], status: "success" } }],
          },
        },
      ]),
    );
    await importAll(tree, "kiro", trace);
    expect(count("skill.loaded")).toBe(1);
  });

  test("Kiro: a hook without a session tells of the loads of those in its directory", async () => {
    tree.skill("home/.kiro/skills/db-migrate");
    const path = tree.at("home/.kiro/skills/db-migrate/SKILL.md");
    const record = {
      cwd: tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: "fs_read",
      tool_input: { operations: [{ path }] },
    };
    await tellLive(tree, "kiro", trace, record, START_MS + 90_000);
    const asked = (session: string, seconds: number) => {
      const prompt = { kind: "Prompt", data: { meta: { timestamp: START_MS / 1_000 + seconds } } };
      const use = { toolUseId: `use-${session}`, name: "read", input: { path } };
      const result = { toolUseId: `use-${session}`, content: [], status: "success" };
      tree.file(`home/.kiro/sessions/cli/${session}.json`, JSON.stringify({ cwd: tree.at("work") }));
      tree.file(
        `home/.kiro/sessions/cli/${session}.jsonl`,
        lines([
          prompt,
          { kind: "AssistantMessage", data: { content: [{ kind: "toolUse", data: use }] } },
          { kind: "ToolResults", data: { content: [{ kind: "toolResult", data: result }] } },
        ]),
      );
    };
    asked("one", 0);
    asked("two", 20);
    asked("later", 86_400);
    await importAll(tree, "kiro", trace);
    expect(count("skill.loaded")).toBe(3);
    await importAll(tree, "kiro", trace);
    expect(count("skill.loaded")).toBe(3);
  });

  test("Gemini: the same failure three times is three failures once the history is read", async () => {
    tree.skill("home/.gemini/skills/db-migrate");
    const common = { session_id: "s1", cwd: tree.at("work"), hook_event_name: "AfterTool" };
    await tellLive(
      tree,
      "gemini",
      trace,
      {
        ...common,
        timestamp: at(1),
        tool_name: "activate_skill",
        tool_input: { name: "db-migrate" },
        tool_response: { llmContent: "x" },
      },
      START_MS + 1_000,
    );
    for (const seconds of [10, 20, 30]) {
      await tellLive(
        tree,
        "gemini",
        trace,
        {
          ...common,
          timestamp: at(seconds),
          tool_name: "run_shell_command",
          tool_input: { command: "npm test" },
          tool_response: { llmContent: "x", error: "exit 1" },
        },
        START_MS + seconds * 1_000,
      );
    }
    const calls = [10, 20, 30].map((seconds) => ({
      id: `run_shell_command-${seconds}`,
      name: "run_shell_command",
      args: { command: "npm test" },
      status: "error",
      timestamp: at(seconds),
      result: [],
    }));
    tree.file(
      "home/.gemini/tmp/work/chats/session-x.jsonl",
      lines([
        { sessionId: "s1", projectHash: "ab", startTime: at(0), kind: "main" },
        {
          id: "m1",
          timestamp: at(1),
          type: "gemini",
          content: "",
          toolCalls: [
            {
              id: "activate_skill-1",
              name: "activate_skill",
              args: { name: "db-migrate" },
              status: "success",
              timestamp: at(1),
              result: [],
            },
            ...calls,
          ],
        },
      ]),
    );
    await importAll(tree, "gemini", trace);
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 1,
      failures: 3,
    });
    await importAll(tree, "gemini", trace);
    expect({ loads: count("skill.loaded"), failures: count("tool.failed") }).toEqual({
      loads: 1,
      failures: 3,
    });
  });
});

test("two agents that call their sessions alike do not hide each other's loads", async () => {
  tree.skill("home/.agents/skills/db-migrate");
  const path = tree.at("home/.agents/skills/db-migrate/SKILL.md");
  await tellLive(
    tree,
    "codex",
    trace,
    {
      session_id: "s1",
      cwd: tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `cat ${path}` },
      tool_use_id: "call_1",
    },
    START_MS,
  );
  await tellLive(
    tree,
    "cursor",
    trace,
    {
      conversation_id: "s1",
      cwd: tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: "Read",
      tool_input: { file_path: path },
      tool_use_id: "call_1",
    },
    START_MS + 3_600_000,
  );
  expect(count("skill.loaded")).toBe(2);
});
