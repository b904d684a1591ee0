import { expect, test } from "bun:test";
import { sumUsd, type Usd } from "@metis-curate/core";
import { usdArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";
import { CallBook } from "../../src/curator/call-book.ts";
import { totalCalls } from "../../src/curator/call-totals.ts";

const callArbitrary = fc.record({
  purpose: fc.constantFrom("archive", "consolidate", "rewrite", "edit"),
  estimateUsd: usdArbitrary(1, 6),
  costUsd: fc.option(usdArbitrary(1, 6)),
});

test("a run's spend is what its calls cost, those without an end at their estimate", () => {
  fc.assert(
    fc.property(fc.array(callArbitrary, { maxLength: 12 }), fc.nat(12), (calls, from) => {
      const book = new CallBook();
      const settles = calls.map(({ purpose, estimateUsd }) => book.open(purpose, estimateUsd));
      for (const [index, { costUsd }] of calls.entries().toArray().toReversed()) {
        if (costUsd !== null) settles[index]?.(costUsd);
      }
      const expected = calls.map(({ estimateUsd, costUsd }) => costUsd ?? estimateUsd);
      expect(book.spentUsd).toBe(sumUsd(expected));
      expect(book.spentSince(from)).toBe(sumUsd(expected.slice(from)));
      const totals = totalCalls(book.calls);
      expect(sumUsd([totals.billed_usd, totals.unsettled_usd])).toBe(book.spentUsd);
      const parts = Object.values(totals.by_purpose);
      expect(sumUsd(parts.map(({ billed_usd }) => billed_usd))).toBe(totals.billed_usd);
      expect(sumUsd(parts.map(({ estimated_usd }) => estimated_usd))).toBe(totals.estimated_usd);
      expect(parts.reduce((sum, part) => sum + part.calls, 0)).toBe(calls.length);
    }),
  );
});

test("no call is no cost", () => {
  expect(totalCalls([])).toEqual({
    calls: 0,
    estimated_usd: "0" as Usd,
    billed_usd: "0" as Usd,
    unsettled_usd: "0" as Usd,
    by_purpose: {},
  });
});
