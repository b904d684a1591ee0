import { describe, expect, test } from "bun:test";
import { LEFT_ALONE_REASONS, type LeftAloneReason } from "@metis-curate/core";
import type { SelectionSkill } from "@metis-curate/testkit";
import { leftAloneOf, outcomeOf, selectOver } from "./selection-case.ts";

const idle = { name: "old", createdDaysAgo: 400 };

function outcome(spec: Omit<SelectionSkill, "name">): string {
  return outcomeOf(selectOver([{ ...idle, ...spec }]), "old");
}

test("a skill without any created event is manual, however old", () => {
  const selection = selectOver([{ ...idle, origin: "none" }]);
  expect(leftAloneOf(selection, "old")).toEqual({
    skill: "old",
    reason: "manual",
    detail: "no skill.created event",
  });
});

test("a pinned skill is left alone regardless of activity, whoever remembers the pin", () => {
  expect(outcome({ pinned: true })).toBe("pinned");
  expect(outcome({ sidecar: { pinned: true } })).toBe("pinned");
});

test("the sidecar forbids and never permits", () => {
  expect(outcome({ sidecar: { origin: "manual" } })).toBe("manual");
  expect(outcome({ sidecar: { origin: "imported" } })).toBe("imported");
  expect(outcome({ origin: "manual", sidecar: { origin: "auto_generated" } })).toBe("manual");
  expect(outcome({ origin: "none", sidecar: { origin: "curator_generated" } })).toBe("manual");
});

test("a changed or never recorded content is left alone", () => {
  expect(outcome({ baseline: "other" })).toBe("hand-edited");
  expect(outcome({ baseline: "unknown" })).toBe("hand-edited");
  expect(outcome({ baseline: "present" })).toBe("archive");
});

test("a name that every object has is a name like any other", () => {
  expect(outcomeOf(selectOver([{ ...idle, name: "constructor" }]), "constructor")).toBe("archive");
});

describe("of several reasons the first of the contract is given", () => {
  const marks: readonly (readonly [LeftAloneReason, Partial<SelectionSkill>])[] = [
    ["unknown-origin", { origin: "unknown" }],
    ["manual", { sidecar: { origin: "manual" } }],
    ["pinned", { pinned: true }],
    ["linked", { linked: true }],
    ["hand-edited", { baseline: "other" }],
  ];
  test.each(marks.map(([reason], index) => [reason, index] as const))("%s", (reason, index) => {
    const all: Partial<SelectionSkill> = Object.assign({}, ...marks.slice(index).map(([, mark]) => mark));
    expect(outcome(all)).toBe(reason);
    expect(LEFT_ALONE_REASONS).toContain(reason);
  });
});
