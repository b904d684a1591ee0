import type { TokenUsage } from "../ports/auxiliary-model.ts";
import type { ModelPrice } from "./model-price.ts";
import type { Usd } from "./usd.ts";
import { maxUsd, multiplyTokens, sumUsd } from "./usd-arithmetic.ts";

/**
 * The exact cost of one call. The four counts are disjoint: `inputTokens` are those billed at the plain input
 * price. Throws RangeError when a count is not a non-negative integer.
 */
export function costOf(price: ModelPrice, usage: TokenUsage): Usd {
  return sumUsd([
    multiplyTokens(price.input, usage.inputTokens),
    multiplyTokens(price.output, usage.outputTokens),
    multiplyTokens(price.cacheRead, usage.cachedInputTokens),
    multiplyTokens(price.cacheWrite, usage.cacheCreationInputTokens),
  ]);
}

/**
 * What a call with at most `bound` tokens can cost: every input token at the dearest input price
 * (CONTRACTS 9.2). Never below `costOf` of a usage within the bound. Throws as `costOf` does.
 */
export function estimateCostOf(price: ModelPrice, bound: TokenUsage): Usd {
  const dearest = maxUsd(maxUsd(price.input, price.cacheWrite), price.cacheRead);
  const inputTokens = bound.inputTokens + bound.cachedInputTokens + bound.cacheCreationInputTokens;
  return sumUsd([multiplyTokens(dearest, inputTokens), multiplyTokens(price.output, bound.outputTokens)]);
}
