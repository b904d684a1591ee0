import { describe, expect, test } from "bun:test";
import { select } from "@metis-curate/core";
import { candidatesOf, leftAloneOf, outcomeOf, refusedBefore, selectOver } from "./selection-case.ts";

const old = { name: "old", createdDaysAgo: 400 };
const failing = { loads: 3, sessions: 1, failedSessions: 1 };

test("a candidate that was declined is not asked again until reask_after_days passed", () => {
  const answered = select(refusedBefore([old], 29));
  expect(leftAloneOf(answered, "old")).toEqual({
    skill: "old",
    reason: "answered",
    detail: "answered no on 2026-11-02",
  });
  expect(candidatesOf(select(refusedBefore([old], 30)))).toEqual(["archive old"]);
});

test("zero days ask at every run", () => {
  expect(candidatesOf(select(refusedBefore([old], 0, { config: { reask_after_days: 0 } })))).toEqual([
    "archive old",
  ]);
});

test("the passing of time alone does not ask again", () => {
  const input = refusedBefore([old], 1);
  expect(outcomeOf(select({ ...input, nowUs: input.nowUs + 10 * 86_400_000_000 }), "old")).toBe("answered");
});

test("another model is asked, and a free one remembers nothing", () => {
  const input = refusedBefore([old], 1);
  expect(candidatesOf(select({ ...input, model: { id: "openai-compatible:x", free: false } }))).toHaveLength(
    1,
  );
  const free = { ...input.model, free: true };
  expect(candidatesOf(select({ ...input, model: free }))).toHaveLength(1);
});

describe("a declined candidate is asked again when", () => {
  const { refusals } = refusedBefore([{ ...old, loadsDaysAgo: [100] }], 1).history;
  test.each([
    ["nothing changed: not", { loadsDaysAgo: [100] }, "answered"],
    ["it was loaded at another time", { loadsDaysAgo: [99] }, "archive"],
    ["an old load was pruned or found, which is no activity", { loadsDaysAgo: [150, 100] }, "answered"],
    ["its body changed", { loadsDaysAgo: [100], body: "new" }, "archive"],
    ["its description changed", { loadsDaysAgo: [100], description: "new" }, "archive"],
  ] as const)("%s", (_, spec, outcome) => {
    expect(outcomeOf(selectOver([{ ...old, ...spec }], { history: { refusals } }), "old")).toBe(outcome);
  });
});

test("a declined merge frees its members for edits", () => {
  const skills = [
    { name: "code-review-python", loadsDaysAgo: [1], failures: failing },
    { name: "python-code-review", loadsDaysAgo: [1] },
  ];
  const selection = select(refusedBefore(skills, 1));
  expect(candidatesOf(selection)).toEqual(["edit code-review-python"]);
  expect(outcomeOf(selection, "python-code-review")).toBe("answered");
});

test("a declined archive keeps what it refers to", () => {
  const referring = { ...old, body: "skills/helper" };
  const input = refusedBefore([referring], 1);
  const both = refusedBefore([referring, { name: "helper", createdDaysAgo: 400 }], 1);
  const selection = select({ ...both, history: { ...both.history, refusals: input.history.refusals } });
  expect(outcomeOf(selection, "old")).toBe("answered");
  expect(outcomeOf(selection, "helper")).toBe("referenced");
});
