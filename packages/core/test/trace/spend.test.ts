import { describe, expect, test } from "bun:test";
import { foldCuratorSummary, foldSpend, type Payload, type StoredEvent, type Usd } from "@metis-curate/core";
import { sampleEvent, traceArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";

const DAY = { fromUs: 100, untilUs: 200 };
const ROOT = "metis:global";

function stored(events: readonly (readonly [string, number, Payload])[]): readonly StoredEvent[] {
  return events.map(([type, timestampUs, payload], position) => ({
    position,
    event: sampleEvent(
      `id-${position}`,
      type,
      { root: ROOT, curator_run_id: "run", ...payload },
      { timestampUs },
    ),
  }));
}

function spendOf(
  events: readonly (readonly [string, number, Payload])[],
  root: string | null = ROOT,
): string {
  return foldSpend(stored(events), root, DAY);
}

const started = (at: number, call_id: string, estimated_cost_usd: unknown, rest: Payload = {}) =>
  ["curator.call_started", at, { call_id, estimated_cost_usd, ...rest }] as const;
const completed = (at: number, call_id: string, cost_usd: unknown, rest: Payload = {}) =>
  ["curator.call_completed", at, { call_id, cost_usd, ...rest }] as const;
const curated = (at: number, curator_cost_usd: unknown, rest: Payload = {}) =>
  ["skill.curated", at, { curator_cost_usd, ...rest }] as const;

describe("foldSpend", () => {
  test.each([
    ["nothing costs nothing", [], "0"],
    ["a settled call costs its cost", [started(100, "a", "0.5"), completed(101, "a", "0.004")], "0.004"],
    ["an unsettled call costs its estimate", [started(199, "a", "0.5")], "0.5"],
    ["a call belongs to the day it started", [started(99, "a", "1"), completed(100, "a", "1")], "0"],
    [
      "a call of today settled tomorrow counts today",
      [started(199, "a", "1"), completed(200, "a", "0.3")],
      "0.3",
    ],
    ["a completion without a start counts at its own time", [completed(150, "a", "0.3")], "0.3"],
    [
      "an unreadable cost counts at the estimate",
      [started(100, "a", "0.5"), completed(101, "a", "1E9")],
      "0.5",
    ],
    [
      "a cost as a number counts at the estimate",
      [started(100, "a", "0.5"), completed(101, "a", 0.1)],
      "0.5",
    ],
    [
      "an unreadable estimate gives way to the cost",
      [started(100, "a", null), completed(101, "a", "0.2")],
      "0.2",
    ],
    [
      "actions of runs with calls are paid by the calls",
      [started(100, "a", "0.5"), curated(101, "0.5")],
      "0.5",
    ],
    ["calls of yesterday pay for today's action", [started(99, "a", "0.5"), curated(101, "0.5")], "0"],
    ["actions of runs without calls pay themselves", [curated(100, "0.1"), curated(199, "0.2")], "0.3"],
    ["actions outside the window do not count", [curated(99, "0.1"), curated(200, "0.2")], "0"],
    ["another root's calls do not count", [started(100, "a", "0.5", { root: "metis:other" })], "0"],
    ["calls without a root count", [started(100, "a", "0.5", { root: undefined })], "0.5"],
    ["calls without an id are each a call", [started(100, "", "0.5"), started(100, "b", "0.5")], "1"],
  ] as const)("%s", (_, events, expected) => {
    expect(spendOf(events)).toBe(expected);
  });

  test("a thousand calls of 0.004 are exactly 4", () => {
    const calls = Array.from({ length: 1_000 }, (_, n) => completed(150, `call-${n}`, "0.004"));
    expect(spendOf(calls)).toBe("4");
  });

  test("every root together is spent for null", () => {
    const calls = [completed(150, "a", "0.1"), completed(150, "b", "0.2", { root: "metis:other" })];
    expect(spendOf(calls, null)).toBe("0.3");
  });

  test("the order of the events does not matter", () => {
    const shuffled = traceArbitrary().chain((trace) =>
      fc.tuple(fc.constant(trace), fc.shuffledSubarray([...trace], { minLength: trace.length })),
    );
    const window = { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER };
    const fold = (trace: readonly StoredEvent["event"][]) =>
      foldSpend(
        trace.map((event, position) => ({ position, event })),
        ROOT,
        window,
      );
    fc.assert(
      fc.property(shuffled, ([trace, other]) => {
        expect(fold(other)).toBe(fold(trace));
      }),
      { numRuns: 40 },
    );
  });
});

describe("foldCuratorSummary", () => {
  test("runs, actions by type and capped runs are those of the window and root", () => {
    const events = stored([
      ["curator.run_started", 100, {}],
      ["curator.run_started", 99, {}],
      ["curator.run_started", 120, { root: "metis:other" }],
      ["curator.run_finished", 150, { throttled_reason: "per_run_cap" }],
      ["curator.run_finished", 151, { throttled_reason: "per_day_cap" }],
      ["curator.run_finished", 152, { throttled_reason: "disabled" }],
      ["skill.curated", 160, { action: "pin", curator_cost_usd: "0" }],
      ["skill.curated", 161, { action: "archive", curator_cost_usd: "0.1" }],
      ["skill.curated", 162, { action: "archive", curator_cost_usd: "0.084" }],
      ["skill.curated", 200, { action: "edit", curator_cost_usd: "5" }],
    ]);
    expect(foldCuratorSummary(events, ROOT, DAY)).toEqual({
      runs: 1,
      actionsTotal: 3,
      actionsByType: { archive: 2, pin: 1 },
      spendUsd: "0.184" as Usd,
      throttledRuns: 2,
    });
    expect(foldCuratorSummary(events, null, DAY).runs).toBe(2);
  });
});
