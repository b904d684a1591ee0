import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { picoUsdOf, usdFromPico } from "../../src/trace/pico-usd.ts";

describe("a cost of another program", () => {
  test.each([
    ["0.1", 100_000_000_000n],
    [0.1, 100_000_000_000n],
    [0.1 + 0.2, 300_000_000_000n],
    ["1E-7", 100_000n],
    [1e-7, 100_000n],
    ["2.5e+1", 25_000_000_000_000n],
    ["0.0000000000005", 1n],
    ["0.0000000000004999", 0n],
    ["007.5", 7_500_000_000_000n],
    [0, 0n],
    ["0", 0n],
    ["999999.999999999999", 999_999_999_999_999_999n],
  ])("%p is read exactly", (value, pico) => {
    expect(picoUsdOf(value)).toBe(pico);
  });

  test.each([
    -1,
    "-1",
    "",
    " 1",
    "1,00",
    ".5",
    "1.",
    "1e",
    "NaN",
    "Infinity",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1_000_000,
    "1000000",
    "1e9999",
    "9".repeat(65),
    null,
    undefined,
    true,
    [[1]],
    10n,
  ])("%p is none", (value) => {
    expect(picoUsdOf(value)).toBeNull();
  });

  test("a formatted amount is read back the same", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }), (pico) => {
        expect(picoUsdOf(usdFromPico(pico))).toBe(pico);
      }),
    );
  });

  test("cents, written as text or as a number, are the same amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const text = (cents / 100).toFixed(2);
        expect(picoUsdOf(text)).toBe(BigInt(cents) * 10_000_000_000n);
        expect(picoUsdOf(Number(text))).toBe(BigInt(cents) * 10_000_000_000n);
      }),
    );
  });
});
