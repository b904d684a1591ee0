import { describe, expect, test } from "bun:test";
import { modelPriceArbitrary, tokenUsageArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";
import {
  buildPriceTable,
  compareUsd,
  costOf,
  estimateCostOf,
  findPrice,
  type ModelPrice,
} from "../../src/money/index.ts";

function price(overlay: Parameters<typeof buildPriceTable>[0], model: string): ModelPrice {
  return findPrice(buildPriceTable(overlay), model) ?? expect.unreachable(`no price of ${model}`);
}

const USAGE = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cachedInputTokens: 10_000,
  cacheCreationInputTokens: 4,
};

describe("the price table", () => {
  test.each([
    ["anthropic:claude-opus-4-7", "15", "75", "1.5", "18.75"],
    ["anthropic:claude-sonnet-4-6", "3", "15", "0.3", "3.75"],
    ["anthropic:claude-haiku-4-5", "1", "5", "0.1", "1.25"],
    ["openai:gpt-5", "2.5", "10", "0.25", "0"],
    ["openai:gpt-5-mini", "0.5", "2", "0.05", "0"],
  ])("%s", (model, input, output, cacheRead, cacheWrite) => {
    expect<unknown>(price({}, model)).toEqual({ input, output, cacheRead, cacheWrite });
  });

  test("the version tells whether prices were configured", () => {
    expect(buildPriceTable().version).toBe("2026-05-08");
    expect(buildPriceTable({ "x:y": { input: "1", output: "2" } }).version).toBe("2026-05-08+overlay");
  });

  test.each(["openai-compatible:qwen", "anthropic:unknown", "rules", "__proto__", "constructor"])(
    "%s has no price of its own",
    (model) => {
      expect(findPrice(buildPriceTable(), model)).toBeNull();
    },
  );

  test("a compatible model is priced by the overlay; cache prices default to the input price", () => {
    const row = price(
      { "openai-compatible:qwen": { input: "0.10", output: "0.3" } },
      "openai-compatible:qwen",
    );
    expect<unknown>(row).toEqual({ input: "0.1", output: "0.3", cacheRead: "0.1", cacheWrite: "0.1" });
  });

  test("an overlay of a known model keeps its cache prices", () => {
    const model = "anthropic:claude-haiku-4-5";
    const row = price({ [model]: { input: "2", output: "6", cache_read: "0.2" } }, model);
    expect<unknown>(row).toEqual({ input: "2", output: "6", cacheRead: "0.2", cacheWrite: "1.25" });
  });

  test("a price that is no amount throws", () => {
    expect(() => buildPriceTable({ "x:y": { input: "1,0", output: "2" } })).toThrow(RangeError);
  });
});

describe("the cost of a call", () => {
  test("is the sum of its four parts", () => {
    expect(String(costOf(price({}, "anthropic:claude-haiku-4-5"), USAGE))).toBe("1.501005");
  });

  test("the estimate takes the dearest input price", () => {
    expect(String(estimateCostOf(price({}, "anthropic:claude-haiku-4-5"), USAGE))).toBe("1.762505");
  });

  test("is never above the estimate of the same tokens", () => {
    fc.assert(
      fc.property(modelPriceArbitrary(), tokenUsageArbitrary(), (prices, usage) => {
        expect(compareUsd(costOf(prices, usage), estimateCostOf(prices, usage))).toBeLessThanOrEqual(0);
      }),
    );
  });
});
