import { expect, test } from "bun:test";
import type { SkippedSkill } from "@metis-curate/core";
import { selectionInput } from "@metis-curate/testkit";
import { candidatesOf, leftAloneOf, outcomeOf, selectOver } from "./selection-case.ts";

test("an empty library gives an empty selection", () => {
  expect(selectOver([])).toEqual({
    candidates: [],
    leftAlone: [],
    references: [],
    truncated: 0,
    massGuarded: 0,
  });
});

test("a shadowed directory is listed by its path beside the skill that owns the name", () => {
  const input = selectionInput([{ name: "api", createdDaysAgo: 1 }]);
  const shadowed: SkippedSkill = {
    path: "web/api",
    diagnostic: { kind: "shadowed", message: "api is taken by a shallower directory" },
  };
  const broken: SkippedSkill = { path: "x", diagnostic: { kind: "invalid-yaml", message: "broken" } };
  const selection = selectOver([{ name: "api", createdDaysAgo: 1 }], {
    library: { ...input.library, skipped: [shadowed, broken] },
  });
  expect(selection.leftAlone.map(({ skill, reason }) => [skill, reason])).toEqual([
    ["api", "active"],
    ["web/api", "shadowed"],
  ]);
});

test("a skill that an unwatched runtime reads is neither archived nor absorbed, but may be edited", () => {
  const failures = { loads: 3, sessions: 1, failedSessions: 1 };
  const selection = selectOver(
    [
      { name: "old", createdDaysAgo: 400 },
      { name: "code-review-python", loadsDaysAgo: [1] },
      { name: "python-code-review", loadsDaysAgo: [1] },
      { name: "review-python-code", loadsDaysAgo: [1] },
      { name: "broken", loadsDaysAgo: [1], failures },
      { name: "fresh", createdDaysAgo: 1 },
    ],
    {
      uncovered: new Map(["old", "code-review-python", "broken", "fresh"].map((name) => [name, "unwatched"])),
    },
  );
  expect(candidatesOf(selection)).toEqual([
    "consolidate python-code-review+review-python-code",
    "edit broken",
  ]);
  expect(outcomeOf(selection, "old")).toBe("uncovered-runtime");
  expect(outcomeOf(selection, "code-review-python")).toBe("uncovered-runtime");
  expect(outcomeOf(selection, "fresh")).toBe("active");
});

test("another source of pairs replaces the lexical one", () => {
  const skills = [
    { name: "regex-helpers", loadsDaysAgo: [1] },
    { name: "pattern-matching", loadsDaysAgo: [1] },
  ];
  const pairSource = () => [{ a: "pattern-matching", b: "regex-helpers" }];
  expect(candidatesOf(selectOver(skills))).toEqual([]);
  expect(candidatesOf(selectOver(skills, { pairSource }))).toEqual([
    "consolidate pattern-matching+regex-helpers",
  ]);
});

test("the classes come in order: archive, consolidate, edit", () => {
  const failures = { loads: 3, sessions: 1, failedSessions: 1 };
  const selection = selectOver([
    { name: "a-broken", loadsDaysAgo: [50], failures },
    { name: "code-review-python", loadsDaysAgo: [1] },
    { name: "python-code-review", loadsDaysAgo: [1] },
    { name: "zzz", loadsDaysAgo: [90] },
  ]);
  expect(selection.candidates.map(({ action }) => action)).toEqual(["archive", "consolidate", "edit"]);
  expect(leftAloneOf(selection, "zzz")).toBeUndefined();
});

test("an active skill tells how far it is from being stale or archived", () => {
  const selection = selectOver([
    { name: "fresh", createdDaysAgo: 3 },
    { name: "tired", createdDaysAgo: 45 },
  ]);
  expect(selection.leftAlone).toEqual([
    { skill: "fresh", reason: "active", detail: "idle 3 days, stale at 30" },
    { skill: "tired", reason: "active", detail: "stale: idle 45 days, to be archived at 90" },
  ]);
});
