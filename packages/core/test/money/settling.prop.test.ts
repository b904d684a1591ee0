import { expect, test } from "bun:test";
import { usdArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";
import {
  addUsd,
  type BudgetRun,
  compareUsd,
  createBudgetTracker,
  maxUsd,
  sumUsd,
  type Usd,
} from "../../src/money/index.ts";

const KEY = { domain: "curator", scope: "s" };
const DAY = "2026-12-01";

function runWith(perRunCapUsd: Usd, perDayCapUsd: Usd): BudgetRun {
  const options = { perRunCapUsd, perDayCapUsd, day: DAY, daySpentUsd: "0" as Usd };
  return createBudgetTracker().beginRun(KEY, options);
}

test("settling is monotone: the first replaces the estimate, a later one can only raise it", () => {
  fc.assert(
    fc.property(
      usdArbitrary(1, 4),
      fc.array(usdArbitrary(1, 4), { minLength: 1, maxLength: 6 }),
      (estimate, costs) => {
        const run = runWith("100" as Usd, "100" as Usd);
        const reservation = run.reserve(estimate);
        if (reservation.kind !== "reserved") return expect.unreachable(reservation.message);
        expect([run.runSpent(), run.daySpent()]).toEqual([estimate, estimate]);
        const [first = estimate, ...later] = costs;
        reservation.settle(first);
        expect([run.runSpent(), run.daySpent()]).toEqual([first, first]);
        let spent = first;
        for (const cost of later) {
          reservation.settle(cost);
          spent = maxUsd(spent, cost);
          expect([run.runSpent(), run.daySpent()]).toEqual([spent, spent]);
        }
      },
    ),
  );
});

test("estimates set aside together are granted as their sum, or not at all, and settle each for itself", () => {
  fc.assert(
    fc.property(
      usdArbitrary(1, 2),
      fc.array(fc.record({ estimate: usdArbitrary(0, 3), cost: usdArbitrary(0, 3) }), {
        minLength: 1,
        maxLength: 4,
      }),
      (cap, calls) => {
        const run = runWith(cap, "1000" as Usd);
        const total = sumUsd(calls.map(({ estimate }) => estimate));
        const joint = run.reserveTogether(calls.map(({ estimate }) => estimate));
        if (joint.kind !== "reserved") {
          expect(compareUsd(total, cap)).toBeGreaterThan(0);
          expect(run.runSpent()).toBe("0" as Usd);
          return;
        }
        expect(compareUsd(total, cap)).toBeLessThanOrEqual(0);
        expect(run.runSpent()).toBe(total);
        for (const [index, { cost }] of calls.entries()) joint.reservations[index]?.settle(cost);
        expect(run.runSpent()).toBe(sumUsd(calls.map(({ cost }) => cost)));
      },
    ),
  );
});

test("what one call gives back, the next may use", () => {
  const run = runWith("1" as Usd, "1" as Usd);
  const joint = run.reserveTogether(["0.6" as Usd, "0.4" as Usd]);
  if (joint.kind !== "reserved") return expect.unreachable(joint.message);
  expect(run.reserve("0.000001" as Usd).kind).toBe("per_run_cap");
  joint.reservations[1]?.settle("0" as Usd);
  expect(run.reserve("0.4" as Usd).kind).toBe("reserved");
  expect(run.runSpent()).toBe(addUsd("0.6" as Usd, "0.4" as Usd));
});
