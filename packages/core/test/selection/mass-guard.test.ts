import { describe, expect, test } from "bun:test";
import { massGuardLimit } from "@metis-curate/core";
import { leftAloneOf, selectOver } from "./selection-case.ts";

const library = (idle: number, fresh: number) => [
  ...Array.from({ length: idle }, (_, n) => ({ name: `idle${n}`, createdDaysAgo: 400 })),
  ...Array.from({ length: fresh }, (_, n) => ({ name: `fresh${n}`, createdDaysAgo: 1 })),
];

test("the limit is five, or 20 % where that is more", () => {
  expect([0, 5, 29, 30, 34, 35, 1000].map(massGuardLimit)).toEqual([5, 5, 5, 6, 6, 7, 200]);
});

describe("an unattended run", () => {
  test("archives five of five", () => {
    expect(selectOver(library(5, 0), { attended: false })).toMatchObject({ massGuarded: 0, leftAlone: [] });
  });
  test("archives none of six of 29", () => {
    const selection = selectOver(library(6, 23), { attended: false });
    expect(selection.candidates).toEqual([]);
    expect(selection.massGuarded).toBe(6);
    expect(leftAloneOf(selection, "idle0")?.reason).toBe("needs-preview");
  });
  test("archives six of 30", () => {
    expect(selectOver(library(6, 24), { attended: false }).candidates).toHaveLength(6);
  });
  test("does not slip under the limit through the cap", () => {
    const selection = selectOver(library(20, 0), { attended: false, config: { max_skills_per_root: 3 } });
    expect(selection).toMatchObject({ candidates: [], massGuarded: 20, truncated: 0 });
  });
  test("counts touchable skills only", () => {
    const manual = Array.from({ length: 50 }, (_, n) => ({ name: `own${n}`, origin: "none" as const }));
    expect(selectOver([...library(6, 0), ...manual], { attended: false }).massGuarded).toBe(6);
  });
  test("still merges and edits", () => {
    const failing = { loads: 3, sessions: 1, failedSessions: 1 };
    const selection = selectOver(
      [...library(6, 0), { name: "broken", loadsDaysAgo: [1, 1, 1], failures: failing }],
      { attended: false },
    );
    expect(selection.candidates.map(({ action }) => action)).toEqual(["edit"]);
  });
});

test("an attended run archives all of them", () => {
  expect(selectOver(library(20, 0))).toMatchObject({ massGuarded: 0, leftAlone: [] });
});
