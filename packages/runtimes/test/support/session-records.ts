import type { Tree } from "./tree.ts";

/** Seconds after the start of a session, as its records have them. */
export const START_MS = Date.parse("2026-11-01T10:00:00.000Z");

export function at(seconds: number): string {
  return new Date(START_MS + seconds * 1_000).toISOString();
}

export function lines(records: readonly object[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** Claude Code's records of one session: its calls and their results. */
export function claudeRecords(tree: Tree, session: string, more: object = {}) {
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

/** Ids of the calls of `claudeActs`. */
export const CLAUDE_CALLS = {
  load: "toolu_01AbCdEfGhIjKlMnOpQrStUv",
  failure: "toolu_01ZyXwVuTsRqPoNmLkJiHgFe",
} as const;

/** A session of Claude Code that loads db-migrate by the tool, fails with a command, and loads deploy by a slash command. */
export function claudeActs(tree: Tree, session: string, more: object = {}): readonly object[] {
  const { call, result, slash, body } = claudeRecords(tree, session, more);
  return [
    call(1, CLAUDE_CALLS.load, "Skill", { skill: "db-migrate" }),
    result(2, CLAUDE_CALLS.load, "Launching skill"),
    call(3, CLAUDE_CALLS.failure, "Bash", { command: "npm test" }),
    result(4, CLAUDE_CALLS.failure, "Exit code 1", true),
    slash(60, "deploy"),
    body(60, "deploy"),
  ];
}
