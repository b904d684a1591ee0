/** What a model can take in and give out, in tokens. */
export interface ModelLimits {
  /** Input and output together. */
  readonly contextTokens: number;
  /** Added to every answer's limit: what a model may think before it answers. */
  readonly reasoningTokens: number;
}

/** All models of the price table read at least so much. */
export const ANTHROPIC_LIMITS: ModelLimits = { contextTokens: 200_000, reasoningTokens: 0 };
/** gpt-5 and its kin think before they answer, and that counts as output. */
export const OPENAI_LIMITS: ModelLimits = { contextTokens: 272_000, reasoningTokens: 2_048 };
/** A local server says nothing about its model: what is usual today. */
export const COMPATIBLE_LIMITS: ModelLimits = { contextTokens: 131_072, reasoningTokens: 2_048 };
