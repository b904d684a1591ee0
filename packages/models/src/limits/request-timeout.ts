const BASE_MS = 60_000;
/** A model on a laptop writes about twenty tokens a second. */
const MS_PER_OUTPUT_TOKEN = 50;
export const REQUEST_TIMEOUT_MS_MAX = 900_000;

/** Returns how long an answer of at most so many tokens may take, in ms. */
export function requestTimeoutMs(outputTokens: number): number {
  return Math.min(REQUEST_TIMEOUT_MS_MAX, BASE_MS + outputTokens * MS_PER_OUTPUT_TOKEN);
}
