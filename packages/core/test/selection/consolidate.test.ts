import { describe, expect, test } from "bun:test";
import { candidatesOf, leftAloneOf, outcomeOf, selectOver } from "./selection-case.ts";

const failing = { loads: 3, sessions: 1, failedSessions: 1 };
const one = { name: "code-review-python", loadsDaysAgo: [3] };
const two = { name: "python-code-review", loadsDaysAgo: [5, 2] };
const pair = "consolidate code-review-python+python-code-review";

test("names above the threshold cluster, below they do not", () => {
  expect(candidatesOf(selectOver([one, two]))).toEqual([pair]);
  expect(candidatesOf(selectOver([one, { ...two, name: "code-deploy-go" }]))).toEqual([]);
});

test("the candidate tells its numbers", () => {
  const candidate = selectOver([one, two]).candidates[0];
  expect(candidate?.reason).toBe(
    "2 look alike (closest names 1.00, descriptions 0.00), 3 loads in the window",
  );
  expect(candidate?.signals).toMatchObject({
    cluster_size: 2,
    loads_in_window: 3,
    inactive_days: 3,
    last_loaded_at_iso: "2026-11-28T00:00:00.000Z",
  });
});

test("descriptions alone can join", () => {
  const description = "finds unused exports in typescript projects";
  const skills = [
    { name: "x", description, loadsDaysAgo: [1] },
    { name: "y", description: `${description} quickly`, loadsDaysAgo: [1] },
  ];
  expect(candidatesOf(selectOver(skills))).toEqual(["consolidate x+y"]);
});

describe("who may enter a cluster", () => {
  test("not a skill never loaded, nor one whose last load is too old", () => {
    expect(candidatesOf(selectOver([one, { name: two.name, createdDaysAgo: 1 }]))).toEqual([]);
    expect(candidatesOf(selectOver([one, { ...two, loadsDaysAgo: [90], touchedDaysAgo: 1 }]))).toEqual([]);
  });
  test("not a survivor that was not loaded since its own merge", () => {
    expect(candidatesOf(selectOver([one, { ...two, consolidatedDaysAgo: 2 }]))).toEqual([]);
    expect(candidatesOf(selectOver([one, { ...two, consolidatedDaysAgo: 2.5 }]))).toEqual([pair]);
  });
  test("not a pinned, manual or archivable one", () => {
    expect(candidatesOf(selectOver([one, { ...two, pinned: true }]))).toEqual([]);
    expect(candidatesOf(selectOver([one, { ...two, origin: "manual" }]))).toEqual([]);
    const ineffective = { ...two, loadsDaysAgo: [40], effectiveness: { score: 0.1, uses: 3 } };
    expect(candidatesOf(selectOver([one, ineffective]))).toEqual([`archive ${two.name}`]);
  });
});

describe("references", () => {
  test("a referenced member may only survive", () => {
    const linking = { name: "docs", origin: "none" as const, body: `see skills/${one.name}` };
    const selection = selectOver([one, two, linking]);
    expect(selection.candidates[0]).toMatchObject({ action: "consolidate", referenced: [one.name] });
    expect(selection.references).toEqual([{ from: "docs", to: one.name }]);
  });
  test("a cluster of referenced skills only is left alone, and may be edited", () => {
    const texts = [{ path: "AGENTS.md", text: `skills/${one.name} skills/${two.name}` }];
    const selection = selectOver([one, { ...two, failures: failing }], { referenceTexts: texts });
    expect(outcomeOf(selection, one.name)).toBe("referenced");
    expect(outcomeOf(selection, two.name)).toBe("edit");
  });
  test("an idle skill kept by a reference may survive a merge", () => {
    const ineffective = { ...two, loadsDaysAgo: [40], effectiveness: { score: 0.1, uses: 3 } };
    const texts = [{ path: "AGENTS.md", text: `skills/${two.name}` }];
    const selection = selectOver([one, ineffective], { referenceTexts: texts });
    expect(selection.candidates[0]).toMatchObject({ action: "consolidate", referenced: [two.name] });
  });
});

test("clusters come stalest member first and the cap counts clusters", () => {
  const skills = ["p", "q", "r"].flatMap((letter, index) => [
    { name: `${letter}${letter}-one`, loadsDaysAgo: [10 + index] },
    { name: `${letter}${letter}-two`, description: `does ${letter}${letter}one`, loadsDaysAgo: [1] },
  ]);
  expect(candidatesOf(selectOver(skills))).toEqual([
    "consolidate rr-one+rr-two",
    "consolidate qq-one+qq-two",
    "consolidate pp-one+pp-two",
  ]);
  const capped = selectOver(skills, { config: { max_skills_per_root: 2 } });
  expect(capped.truncated).toBe(1);
  expect(leftAloneOf(capped, "pp-two")?.reason).toBe("truncated");
});

test("the most loaded five since the last curation make the cluster", () => {
  const skills = Array.from({ length: 6 }, (_, n) => ({
    name: `code-review-${n}`,
    description: "reviews code",
    loadsDaysAgo: Array.from({ length: n === 0 ? 1 : 2 }, () => 3),
  }));
  expect(selectOver(skills).candidates[0]?.skills).toHaveLength(5);
  expect(outcomeOf(selectOver(skills), "code-review-0")).toBe("active");
});
