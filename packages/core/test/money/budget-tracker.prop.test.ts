import { expect, test } from "bun:test";
import { usdArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";
import {
  addUsd,
  compareUsd,
  createBudgetTracker,
  type Reservation,
  sumUsd,
  type Usd,
} from "../../src/money/index.ts";

interface Call {
  readonly estimate: Usd;
  /** Actual cost in per cent of the estimate is not exact, so it is drawn and capped instead. */
  readonly actual: Usd;
  /** Settled at once, or after all calls were reserved. */
  readonly late: boolean;
}

const call: fc.Arbitrary<Call> = fc
  .record({ estimate: usdArbitrary(1, 4), drawn: usdArbitrary(1, 4), late: fc.boolean() })
  .map(({ estimate, drawn, late }) => ({
    estimate,
    actual: compareUsd(drawn, estimate) <= 0 ? drawn : estimate,
    late,
  }));

test("spend never passes a cap while costs are within their estimates", () => {
  fc.assert(
    fc.property(
      usdArbitrary(3, 2),
      usdArbitrary(5, 2),
      usdArbitrary(5, 2),
      fc.array(call, { maxLength: 20 }),
      (perRunCapUsd, perDayCapUsd, daySpentUsd, calls) => {
        const run = createBudgetTracker().beginRun(
          { domain: "curator", scope: "s" },
          { perRunCapUsd, perDayCapUsd, day: "2026-12-01", daySpentUsd },
        );
        const spent: Usd[] = [];
        const open: { readonly reservation: Reservation; readonly actual: Usd }[] = [];
        for (const { estimate, actual, late } of calls) {
          const reservation = run.reserve(estimate);
          if (reservation.kind !== "reserved") continue;
          spent.push(actual);
          if (late) open.push({ reservation, actual });
          else reservation.settle(actual);
        }
        for (const { reservation, actual } of open.toReversed()) reservation.settle(actual);
        expect(run.runSpent()).toBe(sumUsd(spent));
        expect(run.daySpent()).toBe(addUsd(daySpentUsd, sumUsd(spent)));
        expect(compareUsd(run.runSpent(), perRunCapUsd)).toBeLessThanOrEqual(0);
        const overDay = compareUsd(run.daySpent(), perDayCapUsd) > 0;
        // Only what the trace already held may be above the day's cap; then nothing was added.
        if (overDay) expect(compareUsd(run.daySpent(), daySpentUsd)).toBe(0);
      },
    ),
  );
});
