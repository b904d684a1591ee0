import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import fc from "fast-check";
import type { RuntimeName } from "../../src/index.ts";
import { tellLive } from "../support/live-hook.ts";
import { importAll, type MemoryImportTrace, memoryImportTrace } from "../support/memory-import.ts";
import { makeTree, type Tree } from "../support/tree.ts";

const START_MS = Date.parse("2026-11-01T10:00:00.000Z");
const SKILLS = ["alpha", "beta"];

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
});
afterEach(() => tree.remove());

/** Something that an agent did: it loaded a skill, or failed with a command. */
interface Act {
  readonly kind: "load" | "fail";
  readonly which: number;
  /** Seconds after the act before. */
  readonly pause: number;
  /** How often a hook told of it, and how many milliseconds later. */
  readonly told: number;
  readonly lateMs: number;
}

interface Timed extends Act {
  readonly atMs: number;
  readonly id: string;
}

interface Form {
  readonly runtime: RuntimeName;
  readonly skills: string;
  readonly hook: (act: Timed) => object;
  readonly transcript: (acts: readonly Timed[]) => readonly [path: string, records: readonly object[]];
  /** Whether failures are in the transcript too. */
  readonly hasFailures: boolean;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const name = ({ which }: Act): string => SKILLS[which % SKILLS.length] ?? "";
const command = ({ which }: Act): object => ({ command: `run ${which}` });

const FORMS: readonly Form[] = [
  {
    runtime: "claude-code",
    skills: "home/.claude/skills",
    hasFailures: true,
    hook: (act) => ({
      session_id: "s",
      cwd: tree.at("work"),
      hook_event_name: act.kind === "load" ? "PostToolUse" : "PostToolUseFailure",
      tool_name: act.kind === "load" ? "Skill" : "Bash",
      tool_input: act.kind === "load" ? { skill: name(act) } : command(act),
      tool_use_id: act.id,
      error: "Exit code 1",
    }),
    transcript: (acts) => {
      const common = { sessionId: "s", cwd: tree.at("work"), version: "2.1.280" };
      const records = acts.flatMap((act) => {
        const input = act.kind === "load" ? { skill: name(act) } : command(act);
        const use = { type: "tool_use", id: act.id, name: act.kind === "load" ? "Skill" : "Bash", input };
        const result = {
          type: "tool_result",
          tool_use_id: act.id,
          content: "x",
          is_error: act.kind === "fail",
        };
        return [
          { ...common, type: "assistant", timestamp: iso(act.atMs - 10), message: { content: [use] } },
          { ...common, type: "user", timestamp: iso(act.atMs), message: { content: [result] } },
        ];
      });
      return ["home/.claude/projects/-work/s.jsonl", records];
    },
  },
  {
    runtime: "gemini",
    skills: "home/.gemini/skills",
    hasFailures: true,
    hook: (act) => ({
      session_id: "s",
      cwd: tree.at("work"),
      hook_event_name: "AfterTool",
      timestamp: iso(act.atMs + act.lateMs),
      tool_name: act.kind === "load" ? "activate_skill" : "run_shell_command",
      tool_input: act.kind === "load" ? { name: name(act) } : command(act),
      tool_response: act.kind === "load" ? { llmContent: "x" } : { llmContent: "x", error: "exit 1" },
    }),
    transcript: (acts) => [
      "home/.gemini/tmp/work/chats/session-s.jsonl",
      [
        { sessionId: "s", projectHash: "ab", startTime: iso(START_MS), kind: "main" },
        ...acts.map((act) => ({
          id: `m-${act.id}`,
          timestamp: iso(act.atMs),
          type: "gemini",
          toolCalls: [
            {
              id: act.id,
              name: act.kind === "load" ? "activate_skill" : "run_shell_command",
              args: act.kind === "load" ? { name: name(act) } : command(act),
              status: act.kind === "load" ? "success" : "error",
              timestamp: iso(act.atMs),
            },
          ],
        })),
      ],
    ],
  },
  {
    runtime: "cursor",
    skills: "home/.cursor/skills",
    hasFailures: false,
    hook: (act) => ({
      conversation_id: "s",
      workspace_roots: [tree.at("work")],
      hook_event_name: act.kind === "load" ? "postToolUse" : "postToolUseFailure",
      tool_name: act.kind === "load" ? "Read" : "Shell",
      tool_input: act.kind === "load" ? { file_path: pathOf(act) } : command(act),
      tool_use_id: act.id,
    }),
    transcript: (acts) => [
      "home/.cursor/projects/work/agent-transcripts/s/s.jsonl",
      acts.map((act) => ({
        role: "assistant",
        message: {
          content: [
            {
              type: "tool_use",
              name: act.kind === "load" ? "Read" : "Shell",
              input: act.kind === "load" ? { path: pathOf(act) } : command(act),
            },
          ],
        },
      })),
    ],
  },
  {
    runtime: "goose",
    skills: "home/.config/goose/skills",
    hasFailures: true,
    hook: (act) => ({
      session_id: "s",
      working_dir: tree.at("work"),
      event: act.kind === "load" ? "PostToolUse" : "PostToolUseFailure",
      tool_name: act.kind === "load" ? "skills__load_skill" : "developer__shell",
      tool_input: act.kind === "load" ? { name: name(act) } : command(act),
      error: "exit 1",
    }),
    transcript: (acts) => [
      "home/.local/share/goose/sessions/s.jsonl",
      [
        { working_dir: tree.at("work") },
        ...acts.flatMap((act) => {
          const value = {
            name: act.kind === "load" ? "skills__load_skill" : "developer__shell",
            arguments: act.kind === "load" ? { name: name(act) } : command(act),
          };
          const status = act.kind === "load" ? "success" : "error";
          const created = act.atMs / 1_000;
          return [
            {
              role: "assistant",
              created,
              content: [{ type: "toolRequest", id: act.id, toolCall: { status: "success", value } }],
            },
            {
              role: "user",
              created,
              content: [{ type: "toolResponse", id: act.id, toolResult: { status } }],
            },
          ];
        }),
      ],
    ],
  },
  {
    runtime: "kiro",
    skills: "home/.kiro/skills",
    hasFailures: true,
    hook: (act) => ({
      session_id: "s",
      cwd: tree.at("work"),
      hook_event_name: "postToolUse",
      tool_name: act.kind === "load" ? "read" : "shell",
      tool_input: act.kind === "load" ? { path: pathOf(act, "kiro") } : command(act),
      tool_response: { success: act.kind === "load" },
    }),
    // Only the prompt has a time.
    transcript: (acts) => [
      "home/.kiro/sessions/cli/s.jsonl",
      [
        { kind: "Prompt", data: { meta: { timestamp: START_MS / 1_000 } } },
        ...acts.flatMap((act) => {
          const input = act.kind === "load" ? { path: pathOf(act, "kiro") } : command(act);
          const use = { toolUseId: act.id, name: act.kind === "load" ? "read" : "shell", input };
          const result = { toolUseId: act.id, status: act.kind === "load" ? "success" : "error" };
          return [
            { kind: "AssistantMessage", data: { content: [{ kind: "toolUse", data: use }] } },
            { kind: "ToolResults", data: { content: [{ kind: "toolResult", data: result }] } },
          ];
        }),
      ],
    ],
  },
];

function pathOf(act: Act, agent = "cursor"): string {
  return tree.at(`home/.${agent}/skills/${name(act)}/SKILL.md`);
}

const acts = fc.array(
  fc.record<Act>({
    kind: fc.constantFrom("load", "load", "fail"),
    which: fc.nat(3),
    pause: fc.constantFrom(1, 4, 8, 60, 3_600),
    told: fc.constantFrom(0, 1, 1, 2),
    lateMs: fc.nat(1_500),
  }),
  { minLength: 1, maxLength: 12 },
);

function timed(given: readonly Act[]): readonly Timed[] {
  let atMs = START_MS;
  return given.map((act, index) => {
    atMs += act.pause * 1_000;
    return { ...act, atMs, id: `toolu_${index}AbCdEfGh${index}x` };
  });
}

function count(trace: MemoryImportTrace, type: string): number {
  return trace.events.filter((event) => event.type === type).length;
}

describe.each(FORMS.map((form) => [form.runtime, form] as const))("%s", (runtime, form) => {
  test("whatever was told live, and however often and early the history was read, each act is told once", async () => {
    for (const skill of SKILLS) tree.skill(`${form.skills}/${skill}`);
    await fc.assert(
      fc.asyncProperty(acts, fc.nat(12), fc.boolean(), async (given, cut, isEarly) => {
        const all = timed(given);
        const trace = memoryImportTrace();
        const write = (some: readonly Timed[]) => {
          const [path, records] = form.transcript(some);
          tree.file(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
          const endS = (some.at(-1)?.atMs ?? START_MS) / 1_000 + 30;
          utimesSync(tree.at(path), endS, endS);
        };
        for (const [index, act] of all.entries()) {
          for (let n = 0; n < act.told; n += 1)
            await tellLive(tree, runtime, trace, form.hook(act), act.atMs + act.lateMs + n * 3);
          if (!isEarly || index !== cut % all.length) continue;
          write(all.slice(0, index + 1));
          await importAll(tree, runtime, trace);
        }
        write(all);
        await importAll(tree, runtime, trace);
        const loads = all.filter(({ kind }) => kind === "load").length;
        expect(count(trace, "skill.loaded")).toBe(loads);
        const first = all.findIndex(({ kind }) => kind === "load");
        const failures = all.filter(({ kind }, at) => kind === "fail" && first >= 0 && at > first).length;
        if (form.hasFailures) expect(count(trace, "tool.failed")).toBe(failures);
        const before = trace.events.length;
        await importAll(tree, runtime, trace);
        expect(trace.events.length).toBe(before);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
