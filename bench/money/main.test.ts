import { expect, test } from "bun:test";
import { measureMoney } from "./measure-money.ts";

/** USD of a run over 200 skills with 20 idle ones, five pairs and five that fail, at the default model's prices. */
const BILL_MAX = 0.25;
/**
 * An estimate takes every byte for a token, at the price of writing the cache (CONTRACTS 9.2), and plain English has four
 * bytes to a token: below five it cannot be and still hold for every text.
 */
const ESTIMATE_RATIO_MAX = 6.5;
const TIMEOUT_MS = 180_000;

test(
  "a run over 200 skills stays below a quarter of a dollar, and its estimate within what the rule of estimates allows",
  async () => {
    const { purposes, calls, usd, estimateUsd } = await measureMoney();
    expect(purposes.map((one) => [one.purpose, one.calls])).toEqual([
      ["archive", 20],
      ["consolidate", 5],
      ["rewrite", 5],
      ["edit", 5],
    ]);
    expect(calls).toBe(35);
    expect(Number(usd)).toBeGreaterThan(0);
    expect(Number(usd)).toBeLessThan(BILL_MAX);
    expect(Number(estimateUsd)).toBeGreaterThanOrEqual(Number(usd));
    expect(Number(estimateUsd) / Number(usd)).toBeLessThanOrEqual(ESTIMATE_RATIO_MAX);
    for (const { rules, skills } of purposes) expect(rules > 0 && skills > 0).toBe(true);
  },
  TIMEOUT_MS,
);
