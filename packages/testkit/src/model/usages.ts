import type { TokenUsage } from "@metis-curate/core";

export const NO_USAGE: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** Costs exactly $0.002 with claude-haiku-4-5. */
export const DEFAULT_USAGE: TokenUsage = { ...NO_USAGE, inputTokens: 1_000, outputTokens: 200 };
