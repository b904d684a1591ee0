import { describe, expect, test } from "bun:test";
import type { SelectionSkill } from "@metis-curate/testkit";
import { candidatesOf, leftAloneOf, outcomeOf, selectOver } from "./selection-case.ts";

function outcome(spec: Omit<SelectionSkill, "name">): string {
  return outcomeOf(selectOver([{ name: "a", ...spec }]), "a");
}

describe("idle", () => {
  test("a skill loaded within the archive window is no archive candidate", () => {
    expect(outcome({ loadsDaysAgo: [89.9] })).toBe("active");
  });
  test("exactly archive_after_days is enough", () => {
    expect(outcome({ loadsDaysAgo: [90] })).toBe("archive");
    expect(outcome({ createdDaysAgo: 90 })).toBe("archive");
    expect(outcome({ createdDaysAgo: 89 })).toBe("active");
  });
  test("a skill never loaded and old is a candidate, one created yesterday is not", () => {
    expect(outcome({ createdDaysAgo: 400 })).toBe("archive");
    expect(outcome({ createdDaysAgo: 1 })).toBe("active");
  });
  test("restored yesterday, last load 120 days ago: not archived again", () => {
    expect(outcome({ loadsDaysAgo: [120], touchedDaysAgo: 1 })).toBe("active");
  });
  test("the reason and the signals tell the numbers", () => {
    const never = selectOver([{ name: "a", createdDaysAgo: 120 }]).candidates[0];
    expect(never?.reason).toBe("idle 120 days (limit 90), never loaded");
    expect(never?.signals).toEqual({
      last_loaded_at_iso: null,
      loads_in_window: 0,
      inactive_days: null,
      idle_days: 120,
    });
    const once = selectOver([{ name: "a", loadsDaysAgo: [100] }]).candidates[0];
    expect(once?.reason).toBe("idle 100 days (limit 90), last loaded 2026-08-23");
    expect(once?.signals).toMatchObject({
      last_loaded_at_iso: "2026-08-23T00:00:00.000Z",
      inactive_days: 100,
    });
  });
});

describe("stale and ineffective", () => {
  const stale = { loadsDaysAgo: [30] };
  test("low effectiveness over three uses archives a stale skill", () => {
    expect(outcome({ ...stale, effectiveness: { score: 0.29, uses: 3 } })).toBe("archive");
  });
  test("a fair score, few uses or a fresh skill do not", () => {
    expect(outcome({ ...stale, effectiveness: { score: 0.3, uses: 3 } })).toBe("active");
    expect(outcome({ ...stale, effectiveness: { score: 0.1, uses: 2 } })).toBe("active");
    expect(outcome({ loadsDaysAgo: [29], effectiveness: { score: 0.1, uses: 9 } })).toBe("active");
  });
});

describe("order and cap", () => {
  const library = [
    { name: "b", loadsDaysAgo: [100] },
    { name: "a", loadsDaysAgo: [100] },
    { name: "d", loadsDaysAgo: [300] },
    { name: "e", createdDaysAgo: 95 },
    { name: "c", createdDaysAgo: 400 },
  ];
  test("never loaded first, then the stalest, ties by name", () => {
    expect(candidatesOf(selectOver(library))).toEqual([
      "archive c",
      "archive e",
      "archive d",
      "archive a",
      "archive b",
    ]);
  });
  test("the cap keeps the stalest and counts the rest", () => {
    const selection = selectOver(library, { config: { max_skills_per_root: 3 } });
    expect(candidatesOf(selection)).toEqual(["archive c", "archive e", "archive d"]);
    expect(selection.truncated).toBe(2);
    expect(leftAloneOf(selection, "b")?.reason).toBe("truncated");
  });
});

describe("references", () => {
  test("a live skill protects, its own mention does not", () => {
    const selection = selectOver([
      { name: "old", createdDaysAgo: 400, body: "I am skills/old" },
      { name: "kept", createdDaysAgo: 400 },
      { name: "hand-made", origin: "none", body: "read skills/kept first" },
    ]);
    expect(candidatesOf(selection)).toEqual(["archive old"]);
    expect(leftAloneOf(selection, "kept")).toEqual({
      skill: "kept",
      reason: "referenced",
      detail: "referred to by hand-made",
    });
    expect(selection.references).toEqual([{ from: "hand-made", to: "kept" }]);
  });
  test("a reference file protects", () => {
    const selection = selectOver([{ name: "old", createdDaysAgo: 400 }], {
      referenceTexts: [{ path: "AGENTS.md", text: 'skill_load("old")' }],
    });
    expect(outcomeOf(selection, "old")).toBe("referenced");
  });
  test("idle skills that only refer to each other are archived together", () => {
    const selection = selectOver([
      { name: "a", createdDaysAgo: 400, body: "skills/b" },
      { name: "b", createdDaysAgo: 400, body: "skills/a" },
    ]);
    expect(candidatesOf(selection)).toEqual(["archive a", "archive b"]);
    expect(selection.references).toEqual([]);
  });
  test("what a protected idle skill refers to is protected too", () => {
    const selection = selectOver([
      { name: "c", createdDaysAgo: 400 },
      { name: "b", createdDaysAgo: 400, body: "skills/c" },
      { name: "a", createdDaysAgo: 400, body: "skills/b" },
      { name: "live", loadsDaysAgo: [1], body: "skills/b" },
    ]);
    expect(candidatesOf(selection)).toEqual(["archive a"]);
    expect(outcomeOf(selection, "c")).toBe("referenced");
  });
});
