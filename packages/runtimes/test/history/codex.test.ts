import { beforeEach, describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import { useImportWorld } from "../support/import-world.ts";
import { tellLive } from "../support/live-hook.ts";
import { importAll } from "../support/memory-import.ts";
import { at, lines, START_MS } from "../support/session-records.ts";

const world = useImportWorld();

describe("Codex", () => {
  beforeEach(() => {
    world.tree.skill("home/.agents/skills/db-migrate");
  });
  const id = (which: string) => `call_1${which.padEnd(23, "x")}`;

  function rollout(session: string, later: number, more: readonly object[] = []): string {
    const item = (seconds: number, payload: object) => ({
      timestamp: at(seconds + later),
      type: "response_item",
      payload,
    });
    const skill = world.tree.at("home/.agents/skills/db-migrate/SKILL.md");
    return lines([
      { timestamp: at(later), type: "session_meta", payload: { id: session, cwd: world.tree.at("work") } },
      ...more,
      { timestamp: at(later), type: "turn_context", payload: { turn_id: "t", cwd: world.tree.at("work") } },
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
    world.tree.file("home/.codex/sessions/2026/11/01/rollout-a.jsonl", rollout("a", 0));
    const parent = {
      timestamp: at(900),
      type: "session_meta",
      payload: { id: "a", cwd: world.tree.at("work") },
    };
    world.tree.file("home/.codex/sessions/2026/11/01/rollout-b.jsonl", rollout("b", 900, [parent]));
    await importAll(world.tree, "codex", world.trace);
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 1,
      failures: 1,
    });
  });

  test("an output in parts says too that it failed", async () => {
    const text = rollout("a", 0).replaceAll(
      /"output":("(?:[^"\\]|\\.)*")/g,
      '"output":[{"type":"input_text","text":$1}]',
    );
    world.tree.file("home/.codex/sessions/2026/11/01/rollout-a.jsonl", text);
    await importAll(world.tree, "codex", world.trace);
    expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
      loads: 1,
      failures: 1,
    });
  });

  test("what a person named once is one load, also where the fork writes it anew", async () => {
    const path = world.tree.at("home/.agents/skills/db-migrate/SKILL.md");
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
    world.tree.file(`${directory}/rollout-a.jsonl`, lines([meta(0, { id: "a" }), said(30)]));
    const fork = [meta(900, { id: "b", forked_from_id: "a" }), meta(900, { id: "a" }), said(900)];
    world.tree.file(`${directory}/rollout-b.jsonl`, lines([...fork, said(960)]));
    await importAll(world.tree, "codex", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
    await importAll(world.tree, "codex", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });

  test("also where the first was gone on with after the fork", async () => {
    const directory = "home/.codex/sessions/2026/11/01";
    const parent = {
      timestamp: at(900),
      type: "session_meta",
      payload: { id: "a", cwd: world.tree.at("work") },
    };
    world.tree.file(`${directory}/rollout-b.jsonl`, rollout("b", 900, [parent]));
    world.tree.file(`${directory}/rollout-a.jsonl`, rollout("a", 0));
    utimesSync(world.tree.at(`${directory}/rollout-b.jsonl`), 1_000, 1_000);
    for (const _ of [1, 2]) {
      await importAll(world.tree, "codex", world.trace);
      expect({ loads: world.count("skill.loaded"), failures: world.count("tool.failed") }).toEqual({
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
    const workdir = world.tree.at("home/.agents/skills/db-migrate");
    world.tree.file(
      "home/.codex/sessions/2026/11/01/rollout-a.jsonl",
      lines([
        { timestamp: at(0), type: "session_meta", payload: { id: "a", cwd: world.tree.at("work") } },
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
    await importAll(world.tree, "codex", world.trace);
    expect(world.count("skill.loaded")).toBe(2);
  });

  test("a skill that speaks of exit codes is loaded all the same", async () => {
    const skill = world.tree.at("home/.agents/skills/db-migrate/SKILL.md");
    const common = {
      session_id: "a",
      cwd: world.tree.at("work"),
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `cat ${skill}` },
    };
    const text = "# Migrate\n\nThe tool ends with exit code 2 where a table is locked.\n";
    await tellLive(
      world.tree,
      "codex",
      world.trace,
      { ...common, tool_use_id: id("one"), tool_response: text },
      START_MS,
    );
    expect(world.count("skill.loaded")).toBe(1);
  });
});
