import { afterEach, beforeEach, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import fc from "fast-check";
import { importAll, type MemoryImportTrace, memoryImportTrace } from "../support/memory-import.ts";
import { claudeRecords, lines } from "../support/session-records.ts";
import { makeTree, type Tree } from "../support/tree.ts";

const SKILLS = ["alpha", "beta"] as const;
const PAUSE_S = 7;
const [FIRST, SECOND] = ["home/.claude/projects/-work/a.jsonl", "home/.claude/projects/-work/b.jsonl"];

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
  for (const skill of SKILLS) tree.skill(`home/.claude/skills/${skill}`);
});
afterEach(() => tree.remove());

interface Act {
  readonly kind: "load" | "fail" | "slash" | "write";
  readonly skill: (typeof SKILLS)[number];
}

interface Timed extends Act {
  readonly id: string;
  readonly atS: number;
}

const acts = fc.array(
  fc.record<Act>({
    kind: fc.constantFrom("load", "fail", "slash", "write"),
    skill: fc.constantFrom(...SKILLS),
  }),
  { maxLength: 6 },
);

function timed(given: readonly Act[], who: string, fromS: number): readonly Timed[] {
  return given.map((act, at) => ({
    ...act,
    id: `toolu_${who}${at}AbCdEfGh12xYz`,
    atS: fromS + at * PAUSE_S,
  }));
}

function recordsOf(some: readonly Timed[], session: string, more: object = {}): readonly object[] {
  return some.flatMap((act) => recordOf(act, session, more));
}

function recordOf({ kind, skill, id, atS }: Timed, session: string, more: object): readonly object[] {
  const { call, result, slash, body } = claudeRecords(tree, session, more);
  const path = tree.at(`home/.claude/skills/${skill}/SKILL.md`);
  switch (kind) {
    case "load":
      return [call(atS, id, "Skill", { skill }), result(atS + 1, id, "Launching skill")];
    case "write":
      return [call(atS, id, "Write", { file_path: path, content: "x" }), result(atS + 1, id, "ok")];
    case "slash":
      return [slash(atS, skill), body(atS, skill)];
    case "fail":
      return [call(atS, id, "Bash", { command: skill }), result(atS + 1, id, "Exit code 1", true)];
  }
}

function count(some: readonly Act[], ...kinds: readonly Act["kind"][]): number {
  return some.filter(({ kind }) => kinds.includes(kind)).length;
}

function countEvents({ events }: MemoryImportTrace, type: string): number {
  return events.filter((event) => event.type === type).length;
}

test("a past that two sessions hold, all of it or since a compaction, is told once", async () => {
  await fc.assert(
    fc.asyncProperty(
      acts,
      acts,
      acts,
      fc.record({ from: fc.nat(6), isMarked: fc.boolean(), isFirstLater: fc.boolean() }),
      async (before, goneOn, forked, { from, isMarked, isFirstLater }) => {
        const past = timed(before, "p", 1);
        const first = timed(goneOn, "a", 1_000);
        const second = timed(forked, "b", 2_000);
        const mark = isMarked ? { forkedFrom: { sessionId: "a", messageUuid: "m" } } : {};
        tree.file(FIRST, lines(recordsOf([...past, ...first], "a")));
        tree.file(SECOND, lines([...recordsOf(past.slice(from), "b", mark), ...recordsOf(second, "b")]));
        utimesSync(tree.at(FIRST), isFirstLater ? 200 : 100, isFirstLater ? 200 : 100);
        utimesSync(tree.at(SECOND), 150, 150);

        const trace = memoryImportTrace();
        await importAll(tree, "claude-code", trace);
        const all = [...past, ...first, ...second];
        expect(countEvents(trace, "skill.loaded")).toBe(count(all, "load", "slash"));
        expect(countEvents(trace, "skill.observed")).toBe(count(all, "write"));
        const failed = trace.events.filter(({ type }) => type === "tool.failed");
        expect(new Set(failed.map(({ payload }) => payload["tool_use_id"])).size).toBe(failed.length);
        const told = trace.events.length;
        await importAll(tree, "claude-code", trace);
        expect(trace.events.length).toBe(told);
      },
    ),
    { numRuns: 150 },
  );
}, 120_000);
