import { type ModelPrice, parseUsd, type TokenUsage, type Usd, ZERO_USD } from "@metis-curate/core";
import fc from "fast-check";

/** A canonical amount below `wholeMax` dollars with up to `decimalsMax` decimals. */
export function usdArbitrary(wholeMax = 1_000, decimalsMax = 9): fc.Arbitrary<Usd> {
  return fc
    .tuple(fc.nat({ max: wholeMax }), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: decimalsMax }))
    .map(([whole, decimals]) => {
      const text = decimals.length === 0 ? `${whole}` : `${whole}.${decimals.join("")}`;
      return parseUsd(text) ?? ZERO_USD;
    });
}

export function modelPriceArbitrary(): fc.Arbitrary<ModelPrice> {
  const price = usdArbitrary(100, 4);
  return fc.record({ input: price, output: price, cacheRead: price, cacheWrite: price });
}

export function tokenUsageArbitrary(tokensMax = 2_000_000): fc.Arbitrary<TokenUsage> {
  const tokens = fc.nat({ max: tokensMax });
  return fc.record({
    inputTokens: tokens,
    outputTokens: tokens,
    cachedInputTokens: tokens,
    cacheCreationInputTokens: tokens,
  });
}
