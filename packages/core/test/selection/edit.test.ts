import { expect, test } from "bun:test";
import { candidatesOf, leftAloneOf, outcomeOf, selectOver } from "./selection-case.ts";

const failures = (loads: number, sessions: number, failedSessions: number) => ({
  loads,
  sessions,
  failedSessions,
});
const outcome = (loads: number, sessions: number, failed: number): string =>
  outcomeOf(selectOver([{ name: "a", loadsDaysAgo: [1], failures: failures(loads, sessions, failed) }]), "a");

test("three loads and exactly the failure rate are enough", () => {
  expect(outcome(3, 2, 1)).toBe("edit");
  expect(outcome(2, 2, 2)).toBe("active");
  expect(outcome(9, 9, 4)).toBe("active");
});

test("the candidate tells its numbers", () => {
  const selection = selectOver([{ name: "a", loadsDaysAgo: [1], failures: failures(4, 4, 3) }]);
  expect(selection.candidates[0]).toMatchObject({
    reason: "failed in 3 of 4 sessions (limit 0.5), 4 loads",
    signals: { failure_rate: 0.75, inactive_days: 1 },
    failures: { failedSessions: 3 },
  });
});

test("edits come last and stalest first, the cap keeps the worst rates", () => {
  const skills = [
    { name: "worst", loadsDaysAgo: [1], failures: failures(3, 3, 3) },
    { name: "bad", loadsDaysAgo: [2], failures: failures(4, 4, 3) },
    { name: "poor", loadsDaysAgo: [3], failures: failures(4, 4, 2) },
    { name: "idle", createdDaysAgo: 400 },
  ];
  expect(candidatesOf(selectOver(skills))).toEqual(["archive idle", "edit poor", "edit bad", "edit worst"]);
  const capped = selectOver(skills, { config: { max_skills_per_root: 2 } });
  expect(candidatesOf(capped)).toEqual(["archive idle", "edit bad", "edit worst"]);
  expect(leftAloneOf(capped, "poor")?.reason).toBe("truncated");
});

test("a member of a cluster is not edited in the same selection", () => {
  const skills = [
    { name: "code-review-python", loadsDaysAgo: [1], failures: failures(3, 3, 3) },
    { name: "python-code-review", loadsDaysAgo: [1] },
  ];
  expect(candidatesOf(selectOver(skills))).toEqual(["consolidate code-review-python+python-code-review"]);
});

test("the evaluator's advice breaks ties at the cap and makes no candidate of its own", () => {
  const rated = (evalScore: number) => ({ ...failures(3, 3, 3), evalScore });
  const skills = [
    { name: "aa", loadsDaysAgo: [1], failures: failures(3, 3, 3) },
    { name: "bb", loadsDaysAgo: [1], failures: rated(0.9) },
    { name: "cc", loadsDaysAgo: [1], failures: rated(0.1) },
    { name: "dd", loadsDaysAgo: [1], failures: { ...failures(3, 3, 0), evalScore: 0 } },
  ];
  const capped = selectOver(skills, { config: { max_skills_per_root: 2 } });
  expect(candidatesOf(capped)).toEqual(["edit bb", "edit cc"]);
  expect(capped.candidates[1]?.signals["eval_score"]).toBe(0.1);
  expect(outcomeOf(capped, "dd")).toBe("active");
});
