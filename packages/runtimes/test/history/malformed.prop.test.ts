import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HISTORIES, loadHookRuntime, RUNTIME_NAMES, secondsUs, timeUs } from "../../src/index.ts";

const RUNS = 150;

/** Words that translators look for, so that random records come close to real ones. */
const WORDS = [
  "type",
  "kind",
  "role",
  "event",
  "hook_event_name",
  "assistant",
  "user",
  "tool",
  "message",
  "content",
  "tool_use",
  "tool_result",
  "tool_name",
  "tool_input",
  "tool_response",
  "tool_calls",
  "toolCalls",
  "id",
  "call_id",
  "name",
  "input",
  "arguments",
  "sessionId",
  "session_id",
  "payload",
  "response_item",
  "session_meta",
  "data",
  "state",
  "status",
  "path",
  "file_path",
  "command",
  "Skill",
  "skill",
  "SKILL.md",
  "PostToolUse",
  "SessionStart",
  "SessionEnd",
  "timestamp",
  "cwd",
  "/w/.claude/skills/a/SKILL.md",
  "cat /w/skills/a/SKILL.md",
  "<command-name>/a</command-name>",
  "*** Begin Patch\n*** Add File: a/SKILL.md",
  "",
  "__proto__",
  "constructor",
];

const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 12 }));
const { tree: record } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    word,
    fc.constantFrom(null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER, 1_790_848_800),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(word, tie("tree"), { maxKeys: 8 }),
  ),
}));

const SOURCE = { path: "/h/x/chats/session.jsonl", sizeBytes: 1, modifiedAtMs: 1_790_848_800_000 };

test("a time that cannot be is none", () => {
  for (const value of [1e308, -1, 0, Number.NaN, Number.POSITIVE_INFINITY, "1e400", "x", null]) {
    expect([timeUs(value), secondsUs(value)]).toEqual([null, null]);
  }
});

for (const runtime of RUNTIME_NAMES) {
  describe(runtime, () => {
    test("no record breaks the translator of its history", () => {
      fc.assert(
        fc.property(fc.array(record, { maxLength: 12 }), (records) => {
          const translator = HISTORIES[runtime].translator(SOURCE);
          for (const [at, one] of [...records, undefined].entries()) {
            const { observations, kind, understood } = translator.translate({
              source: SOURCE.path,
              position: at + 1,
              record: one,
              bytesRead: 0,
            });
            expect(kind).toMatch(/^(?:[\w.:-]{1,64}|\?)$/);
            if (!understood) expect(observations).toEqual([]);
            for (const { sessionId, atUs } of observations) {
              expect(sessionId).toMatch(/^[\w.:/@-]{1,200}$/);
              if (atUs !== null) expect(Number.isSafeInteger(atUs) && atUs > 0).toBe(true);
            }
          }
          expect(Array.isArray(translator.end())).toBe(true);
        }),
        { numRuns: RUNS },
      );
    });

    test("no record breaks the translator of its hook", async () => {
      const hook = await loadHookRuntime(runtime);
      fc.assert(
        fc.property(record, (one) => {
          const { observations, understood, sessionId } = hook.translateHook(one);
          if (!understood) expect(observations).toEqual([]);
          else expect(sessionId).not.toBeNull();
        }),
        { numRuns: RUNS },
      );
    });

    test("what it answers is a line of JSON, a line, or nothing", async () => {
      const hook = await loadHookRuntime(runtime);
      for (const notice of [null, 'archived 3 skills, undo: "x"']) {
        const answer = hook.answer(notice);
        expect(answer).not.toContain("\n");
        if (answer.startsWith("{")) expect(() => JSON.parse(answer)).not.toThrow();
      }
    });
  });
}
