import { describe, expect, test } from "bun:test";
import {
  addUsd,
  compareUsd,
  multiplyTokens,
  parseUsd,
  parseUsdAsWritten,
  subtractUsd,
  sumUsd,
  type Usd,
  usdToNumber,
  ZERO_USD,
} from "../../src/money/index.ts";

const usd = (text: string): Usd => parseUsd(text) ?? expect.unreachable(`not an amount: ${text}`);

describe("reading an amount", () => {
  test.each([
    ["0", "0"],
    ["0.500", "0.5"],
    ["1.00", "1"],
    ["007.10", "7.1"],
    ["0.000", "0"],
    ["123456789012345678901234567890.000000000001", "123456789012345678901234567890.000000000001"],
  ])("%s is %s", (text, canonical) => {
    expect(String(parseUsd(text))).toBe(canonical);
  });

  test.each([
    "",
    " 1",
    "1 ",
    "+1",
    "-1",
    "-0",
    "1e3",
    "1,00",
    "1_000",
    ".5",
    "1.",
    "NaN",
    "Infinity",
    "0x1",
    "1.2.3",
    "١",
  ])("%p is no amount", (text) => {
    expect(parseUsd(text)).toBeNull();
    expect(parseUsdAsWritten(text)).toBeNull();
  });

  test.each([[1], [null], [undefined], [{}], [["1"]]])("%p is no text", (value) => {
    expect(parseUsd(value)).toBeNull();
  });

  test("a text longer than the limit is no amount", () => {
    expect(parseUsd("1".repeat(64))).not.toBeNull();
    expect(parseUsd("1".repeat(65))).toBeNull();
  });

  test("the digits of a configured amount are kept", () => {
    expect(String(parseUsdAsWritten("0.50"))).toBe("0.50");
  });
});

describe("arithmetic", () => {
  test("a tenth and two tenths are three tenths", () => {
    expect(String(addUsd(usd("0.1"), usd("0.2")))).toBe("0.3");
  });

  test("a thousand calls of $0.004 are exactly $4", () => {
    expect(String(sumUsd(Array.from({ length: 1_000 }, () => usd("0.004"))))).toBe("4");
  });

  test("nothing sums to zero", () => {
    expect(sumUsd([])).toBe(ZERO_USD);
  });

  test("a headroom is never negative", () => {
    expect(String(subtractUsd(usd("1"), usd("0.004")))).toBe("0.996");
    expect(subtractUsd(usd("0.004"), usd("1"))).toBe(ZERO_USD);
  });

  test("equal amounts with other digits are equal", () => {
    expect(compareUsd(usd("0.5"), parseUsdAsWritten("0.500") ?? ZERO_USD)).toBe(0);
    expect(compareUsd(usd("0.5"), usd("0.49999999999999999999"))).toBeGreaterThan(0);
  });

  test("a price per million is exact for one token", () => {
    expect(String(multiplyTokens(usd("18.75"), 1))).toBe("0.00001875");
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%p is no token count", (tokens) => {
    expect(() => multiplyTokens(usd("1"), tokens)).toThrow(RangeError);
  });

  test("a forged amount throws instead of counting as something", () => {
    expect(() => addUsd("1,00" as Usd, usd("1"))).toThrow(RangeError);
  });

  test("numbers for display are rounded half up", () => {
    expect(usdToNumber(usd("0.1234565"), 6)).toBe(0.123457);
    expect(usdToNumber(usd("12"), 6)).toBe(12);
    expect(usdToNumber(usd("0.0000004"), 6)).toBe(0);
  });
});

test("a million small amounts are summed exactly", () => {
  const amounts = Array.from({ length: 1_000_000 }, (_, index) =>
    usd(index % 2 === 0 ? "0.000001" : "0.00000025"),
  );
  expect(String(sumUsd(amounts))).toBe("0.625");
});
