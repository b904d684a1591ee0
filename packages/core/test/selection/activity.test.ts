import { expect, test } from "bun:test";
import { activityOf, DAY_US } from "@metis-curate/core";
import { SELECTION_NOW_US, type SelectionSkill, selectionInput } from "@metis-curate/testkit";

function activity(spec: Omit<SelectionSkill, "name">, lastCurationDaysAgo: number | null = null) {
  const input = selectionInput([{ name: "a", ...spec }]);
  const lastCurationAtUs =
    lastCurationDaysAgo === null ? null : SELECTION_NOW_US - lastCurationDaysAgo * DAY_US;
  return activityOf(input.history.skills.get("a"), input.config, input.nowUs, lastCurationAtUs);
}

test("idle days count from the latest of load, creation and touch", () => {
  expect(activity({ createdDaysAgo: 400, loadsDaysAgo: [120] }).idleDays).toBe(120);
  expect(activity({ createdDaysAgo: 1, loadsDaysAgo: [] }).idleDays).toBe(1);
  expect(activity({ createdDaysAgo: 400, loadsDaysAgo: [120], touchedDaysAgo: 1 }).idleDays).toBe(1);
});

test("inactive days are null for a skill never loaded", () => {
  expect(activity({ createdDaysAgo: 5 }).inactiveDays).toBeNull();
  expect(activity({ loadsDaysAgo: [7, 3] }).inactiveDays).toBe(3);
});

test("a part of a day is no day", () => {
  expect(activity({ createdDaysAgo: 90 - 1e-6 }).idleDays).toBe(89);
  expect(activity({ createdDaysAgo: 90 }).idleDays).toBe(90);
});

test("a load ahead of the clock counts as now", () => {
  expect(activity({ loadsDaysAgo: [-0.001] })).toMatchObject({ idleDays: 0, inactiveDays: 0 });
});

test("loads in the window count from the last curation, all of them before the first", () => {
  expect(activity({ loadsDaysAgo: [50, 8, 7, 1] }, 7).loadsInWindow).toBe(2);
  expect(activity({ loadsDaysAgo: [50, 8, 7, 1] }).loadsInWindow).toBe(4);
});

test("stale begins at exactly stale_after_days", () => {
  expect(activity({ createdDaysAgo: 29 }).stale).toBe(false);
  expect(activity({ createdDaysAgo: 30 }).stale).toBe(true);
});

test("a skill of which nothing is known is not idle", () => {
  const { config, nowUs } = selectionInput([]);
  expect(activityOf(undefined, config, nowUs, null)).toEqual({
    idleDays: null,
    inactiveDays: null,
    lastLoadedAtUs: null,
    loadsInWindow: 0,
    stale: false,
  });
});
