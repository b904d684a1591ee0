import { describe, expect, test } from "bun:test";
import type { MatchRequest } from "@metis-curate/core";
import { createFakeMatcher, MATCH_REPORT } from "../support/fake-matcher.ts";
import { runCommandLine } from "../support/run-command-line.ts";
import { testLines } from "../support/test-lines.ts";

const LINES = [
  "ws match read a pdf",
  "ws feedback pdf-tables success --session s-1",
  "ws gaps",
  "ws lifecycle",
  "ws reindex",
];

describe("a command of the matcher", () => {
  testLines(LINES);

  test("words of a task need no quotes, options stand anywhere", async () => {
    const asked: MatchRequest[] = [];
    const matcher = createFakeMatcher({
      match: async (request) => {
        asked.push(request);
        return { ok: true, value: MATCH_REPORT };
      },
    });
    const line = "ws match --top-k 5 read a --profile web pdf --session s-1 --no-record";
    await runCommandLine(line.split(" "), { matcher });
    await runCommandLine(["ws", "match", "read a pdf", "--profile", "a, b"], { matcher });
    expect(asked).toEqual([
      { task: "read a pdf", profile: "web", topK: 5, sessionId: "s-1", isRecorded: false },
      { task: "read a pdf", profile: ["a", "b"], isRecorded: true },
    ]);
  });

  test.each([
    ["ws match", "<task>"],
    ["ws match x --top-k many", "--top-k"],
    ["ws match x --top-k", "--top-k"],
    ["ws feedback pdf-tables", "<outcome>"],
    ["match x", "workspace"],
    ["ws promote", "<skill>"],
  ])("`%s` is wrong usage in one line", async (line, named) => {
    const ran = await runCommandLine(line.split(" "));
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr.trimEnd()).not.toContain("\n");
    expect(ran.stderr).toContain(named);
  });

  test("promote is an act of the curator", async () => {
    const ran = await runCommandLine(["ws", "promote", "sketch"]);
    expect(ran.curator.calls).toEqual([["promote", "sketch"]]);
  });

  test("a gap says what could be done, and the hint stands below", async () => {
    const gap = {
      best_score: 0.2,
      threshold: 0.5,
      suggested_action: "create_new" as const,
      skill: null,
      message: "no skill fits; nothing comes near",
    };
    const method = { embedder: "lexical", hint: "use-lite is not installed" };
    const report = { ...MATCH_REPORT, matches: [], best_skill: null, gap, method };
    const matcher = createFakeMatcher({ match: async () => ({ ok: true, value: report }) });
    const ran = await runCommandLine(["ws", "match", "bake"], { matcher });
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("No skill fits.");
    expect(ran.stdout).toContain("use-lite is not installed");
  });
});
