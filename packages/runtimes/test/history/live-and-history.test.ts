import { describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import { useImportWorld } from "../support/import-world.ts";
import { tellLive } from "../support/live-hook.ts";
import { importAll } from "../support/memory-import.ts";
import { at, lines, START_MS } from "../support/session-records.ts";

const world = useImportWorld();

describe("what is told live and stands in the history too", () => {
  test("Cursor: a load has one event", async () => {
    world.tree.skill("home/.cursor/skills/db-migrate");
    const path = world.tree.at("home/.cursor/skills/db-migrate/SKILL.md");
    const record = {
      conversation_id: "conv",
      hook_event_name: "postToolUse",
      tool_name: "Read",
      tool_input: { file_path: path },
      tool_use_id: "use-1",
      workspace_roots: [world.tree.at("work")],
    };
    await tellLive(world.tree, "cursor", world.trace, record, START_MS);
    const file = "home/.cursor/projects/work/agent-transcripts/conv/conv.jsonl";
    const read = {
      role: "assistant",
      message: { content: [{ type: "tool_use", name: "Read", input: { path } }] },
    };
    world.tree.file(file, lines([read]));
    utimesSync(world.tree.at(file), START_MS / 1_000 + 600, START_MS / 1_000 + 600);
    await importAll(world.tree, "cursor", world.trace);
    expect(world.count("skill.loaded")).toBe(1);
    // A second load that no hook saw.
    world.tree.file(file, lines([read, read]));
    utimesSync(world.tree.at(file), START_MS / 1_000 + 1_200, START_MS / 1_000 + 1_200);
    await importAll(world.tree, "cursor", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
    await importAll(world.tree, "cursor", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });

  test("Kiro: a load long after the prompt has one event", async () => {
    world.tree.skill("home/.kiro/skills/db-migrate");
    const path = world.tree.at("home/.kiro/skills/db-migrate/SKILL.md");
    const record = {
      session_id: "s",
      cwd: world.tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: "read",
      tool_input: { path },
      tool_response: { success: true },
    };
    await tellLive(world.tree, "kiro", world.trace, record, START_MS + 90_000);
    world.tree.file(
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
    await importAll(world.tree, "kiro", world.trace);
    expect(world.count("skill.loaded")).toBe(1);
  });

  test("Kiro: a hook without a session tells of the loads of those in its directory", async () => {
    world.tree.skill("home/.kiro/skills/db-migrate");
    const path = world.tree.at("home/.kiro/skills/db-migrate/SKILL.md");
    const record = {
      cwd: world.tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: "fs_read",
      tool_input: { operations: [{ path }] },
    };
    await tellLive(world.tree, "kiro", world.trace, record, START_MS + 90_000);
    const asked = (session: string, seconds: number) => {
      const prompt = { kind: "Prompt", data: { meta: { timestamp: START_MS / 1_000 + seconds } } };
      const use = { toolUseId: `use-${session}`, name: "read", input: { path } };
      const result = { toolUseId: `use-${session}`, content: [], status: "success" };
      world.tree.file(
        `home/.kiro/sessions/cli/${session}.json`,
        JSON.stringify({ cwd: world.tree.at("work") }),
      );
      world.tree.file(
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
    await importAll(world.tree, "kiro", world.trace);
    expect(world.count("skill.loaded")).toBe(3);
    await importAll(world.tree, "kiro", world.trace);
    expect(world.count("skill.loaded")).toBe(3);
  });

  test("Gemini: the same failure three times is three failures once the history is read", async () => {
    world.tree.skill("home/.gemini/skills/db-migrate");
    const common = { session_id: "s1", cwd: world.tree.at("work"), hook_event_name: "AfterTool" };
    await tellLive(
      world.tree,
      "gemini",
      world.trace,
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
        world.tree,
        "gemini",
        world.trace,
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
    world.tree.file(
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
    await importAll(world.tree, "gemini", world.trace);
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 1,
      failures: 3,
    });
    await importAll(world.tree, "gemini", world.trace);
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 1,
      failures: 3,
    });
  });
});

test("two agents that call their sessions alike do not hide each other's loads", async () => {
  world.tree.skill("home/.agents/skills/db-migrate");
  const path = world.tree.at("home/.agents/skills/db-migrate/SKILL.md");
  await tellLive(
    world.tree,
    "codex",
    world.trace,
    {
      session_id: "s1",
      cwd: world.tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `cat ${path}` },
      tool_use_id: "call_1",
    },
    START_MS,
  );
  await tellLive(
    world.tree,
    "cursor",
    world.trace,
    {
      conversation_id: "s1",
      cwd: world.tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: "Read",
      tool_input: { file_path: path },
      tool_use_id: "call_1",
    },
    START_MS + 3_600_000,
  );
  expect(world.count("skill.loaded")).toBe(2);
});
