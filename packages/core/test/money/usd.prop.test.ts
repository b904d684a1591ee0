import { expect, test } from "bun:test";
import { usdArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";
import { addUsd, compareUsd, parseUsd, subtractUsd, sumUsd, type Usd } from "../../src/money/index.ts";

const SCALE = 20;

/** The same amount as an integer of 10^-20 dollars, computed without the library. */
function units(usd: Usd): bigint {
  const [whole = "0", fraction = ""] = usd.split(".");
  return BigInt(whole + fraction.padEnd(SCALE, "0"));
}

test("addition is that of integers", () => {
  fc.assert(
    fc.property(usdArbitrary(), usdArbitrary(), (left, right) => {
      expect(units(addUsd(left, right))).toBe(units(left) + units(right));
    }),
  );
});

test("results are canonical, so equal amounts are equal strings", () => {
  fc.assert(
    fc.property(usdArbitrary(), usdArbitrary(), (left, right) => {
      const sum = addUsd(left, right);
      expect(sum).toBe(parseUsd(sum) as Usd);
      expect(addUsd(right, left)).toBe(sum);
      expect(subtractUsd(sum, right)).toBe(left);
    }),
  );
});

test("the order of a sum does not matter", () => {
  fc.assert(
    fc.property(fc.array(usdArbitrary(), { maxLength: 30 }), (amounts) => {
      const expected = amounts.reduce((total, usd) => total + units(usd), 0n);
      expect(units(sumUsd(amounts))).toBe(expected);
      expect(sumUsd(amounts.toReversed())).toBe(sumUsd(amounts));
    }),
  );
});

test("comparison is that of integers", () => {
  fc.assert(
    fc.property(usdArbitrary(3, 3), usdArbitrary(3, 3), (left, right) => {
      const difference = units(left) - units(right);
      expect(Math.sign(compareUsd(left, right))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
    }),
  );
});
