import { describe, expect, test } from "bun:test";
import {
  type BudgetRun,
  type BudgetRunOptions,
  createBudgetTracker,
  parseUsd,
  type Reservation,
  type Usd,
} from "../../src/money/index.ts";

const usd = (text: string): Usd => parseUsd(text) ?? expect.unreachable(`not an amount: ${text}`);
const KEY = { domain: "curator", scope: "metis:global" };

function options(overrides: Partial<Record<keyof BudgetRunOptions, string>> = {}): BudgetRunOptions {
  return {
    perRunCapUsd: "0.50" as Usd,
    perDayCapUsd: "1.00" as Usd,
    day: "2026-12-01",
    daySpentUsd: "0" as Usd,
    ...(overrides as Partial<BudgetRunOptions>),
  };
}

function begin(overrides: Partial<Record<keyof BudgetRunOptions, string>> = {}): BudgetRun {
  return createBudgetTracker().beginRun(KEY, options(overrides));
}

function reserved(run: BudgetRun, estimate: string): Reservation {
  const result = run.reserve(usd(estimate));
  return result.kind === "reserved" ? result : expect.unreachable(result.message);
}

describe("the primitive", () => {
  test("exactly the cap is allowed, anything more is not recorded", () => {
    const tracker = createBudgetTracker();
    expect(tracker.checkAndRecord(KEY, usd("0.3"), usd("0.50")).kind).toBe("recorded");
    expect(tracker.checkAndRecord(KEY, usd("0.2"), usd("0.50")).kind).toBe("recorded");
    expect(tracker.checkAndRecord(KEY, usd("0.000001"), usd("0.50"))).toEqual({
      kind: "over-cap",
      totalUsd: usd("0.5"),
    });
    expect(tracker.spent(KEY)).toBe(usd("0.5"));
  });

  test("an exhausted evaluator does not throttle the curator, nor one root another", () => {
    const tracker = createBudgetTracker();
    tracker.checkAndRecord({ domain: "evaluator", scope: KEY.scope }, usd("1"), usd("1"));
    tracker.checkAndRecord({ domain: "curator", scope: "other" }, usd("1"), usd("1"));
    expect(tracker.checkAndRecord(KEY, usd("1"), usd("1")).kind).toBe("recorded");
  });

  test("scopes cannot be confused by what is in their names", () => {
    const tracker = createBudgetTracker();
    tracker.checkAndRecord({ domain: "a", scope: "b:c" }, usd("1"), usd("1"));
    expect(tracker.spent({ domain: "a:b", scope: "c" })).toBe(usd("0"));
  });

  test.each(["NaN", "-1", "1e9", ""])("the amount %p is never recorded", (amount) => {
    expect(createBudgetTracker().checkAndRecord(KEY, amount as Usd, usd("5")).kind).toBe("over-cap");
  });

  test("a cap that cannot be read allows nothing", () => {
    expect(createBudgetTracker().checkAndRecord(KEY, usd("0.1"), "lots" as Usd).kind).toBe("over-cap");
  });
});

describe("a run", () => {
  test("an estimate above a cap by itself is skipped, and the run goes on", () => {
    const run = begin();
    expect(run.reserve(usd("0.51")).kind).toBe("over-run-cap");
    expect(begin({ perRunCapUsd: "5" }).reserve(usd("1.01")).kind).toBe("over-day-cap");
    expect(run.reserve(usd("0.50")).kind).toBe("reserved");
  });

  test("the run stops when the estimate no longer fits the run's cap", () => {
    const run = begin();
    reserved(run, "0.4").settle(usd("0.4"));
    expect(run.reserve(usd("0.11")).kind).toBe("per_run_cap");
    expect(run.reserve(usd("0.1")).kind).toBe("reserved");
  });

  test("the day counts what the trace says", () => {
    const run = begin({ daySpentUsd: "0.95" });
    expect(run.reserve(usd("0.06")).kind).toBe("per_day_cap");
    expect(run.reserve(usd("0.05")).kind).toBe("reserved");
    expect(run.isDayCapReached()).toBe(true);
  });

  test("an open reservation counts as spent, a settled one as its true cost", () => {
    const run = begin();
    const reservation = reserved(run, "0.3");
    expect(run.runSpent()).toBe(usd("0.3"));
    reservation.settle(usd("0.004"));
    expect(run.runSpent()).toBe(usd("0.004"));
    expect(run.daySpent()).toBe(usd("0.004"));
  });

  test("a cost above the estimate is recorded as it is", () => {
    const run = begin();
    reserved(run, "0.3").settle(usd("0.7"));
    expect(run.runSpent()).toBe(usd("0.7"));
    expect(run.reserve(usd("0.01")).kind).toBe("per_run_cap");
  });

  test("settling twice can only raise the cost", () => {
    const run = begin();
    const reservation = reserved(run, "0.3");
    reservation.settle(usd("0.1"));
    reservation.settle(usd("0"));
    expect(run.runSpent()).toBe(usd("0.1"));
    reservation.settle(usd("0.2"));
    expect(run.runSpent()).toBe(usd("0.2"));
  });

  test("a cost that cannot be read keeps the estimate and ends all spending", () => {
    const run = begin();
    reserved(run, "0.1").settle("oops" as Usd);
    expect(run.runSpent()).toBe(usd("0.1"));
    expect(run.reserve(usd("0.001")).kind).toBe("per_run_cap");
  });

  test("a day's spend that cannot be read closes the day", () => {
    const run = begin({ daySpentUsd: "unknown" });
    expect(run.isDayCapReached()).toBe(true);
    expect(run.reserve(usd("0.01")).kind).toBe("per_day_cap");
  });

  test("a free model is never throttled", () => {
    const run = begin({ perRunCapUsd: "0", perDayCapUsd: "0", daySpentUsd: "3" });
    expect(run.reserve(usd("0")).kind).toBe("reserved");
    expect(run.reserve(usd("0.000001")).kind).toBe("over-run-cap");
  });

  test("runs of one key share the day, not the run counter", () => {
    const tracker = createBudgetTracker();
    reserved(tracker.beginRun(KEY, options()), "0.5");
    const second = tracker.beginRun(KEY, options());
    expect(second.runSpent()).toBe(usd("0"));
    expect(second.daySpent()).toBe(usd("0.5"));
  });

  test("a call after midnight counts for the new day", () => {
    const run = begin({ daySpentUsd: "1.00" });
    expect(run.reserve(usd("0.1")).kind).toBe("per_day_cap");
    expect(run.reserve(usd("0.1"), "2026-12-02").kind).toBe("reserved");
    expect(run.daySpent("2026-12-02")).toBe(usd("0.1"));
  });
});
