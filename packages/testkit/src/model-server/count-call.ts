import type { TokenRule } from "./count-tokens.ts";
import type { ServedRequest } from "./served-request.ts";
import type { BilledTokens } from "./server-bill.ts";
import type { CacheSplit } from "./server-reply.ts";

/** What the server remembers of the first parts of requests. */
export interface PromptCache {
  /** Returns how a request's input splits, and remembers its first part. */
  split(request: ServedRequest): CacheSplit;
}

/** A cache that never forgets. A first part below `tokensMin` is never cached, as with the vendors. */
export function promptCache(tokensMin: number): PromptCache {
  const seen = new Set<string>();
  return {
    split: (request) => {
      const { cacheableTokens: tokens, api } = request;
      if (tokens === 0 || tokens < tokensMin) return {};
      const key = JSON.stringify([api, request.model, request.system, request.schema]);
      if (seen.has(key)) return { readTokens: tokens };
      seen.add(key);
      return api === "anthropic" ? { writtenTokens: tokens } : {};
    },
  };
}

export interface CountedAnswer {
  /** The text up to the request's token limit. */
  readonly text: string;
  readonly cut: boolean;
  readonly tokens: BilledTokens;
}

/** Counts one answer, cut where the request's limit ends it. */
export function countAnswer(
  request: ServedRequest,
  text: string,
  split: CacheSplit,
  countTokens: TokenRule,
): CountedAnswer {
  const whole = countTokens(text);
  const cut = whole > request.maxTokens;
  const kept = cut ? longestWithin(text, request.maxTokens, countTokens) : text;
  const cacheRead = Math.min(split.readTokens ?? 0, request.inputTokens);
  const cacheWrite = Math.min(split.writtenTokens ?? 0, request.inputTokens - cacheRead);
  return {
    text: kept,
    cut,
    tokens: {
      input: request.inputTokens - cacheRead - cacheWrite,
      output: cut ? request.maxTokens : whole,
      cacheRead,
      cacheWrite,
    },
  };
}

/** The counts of texts never fall with their length, near enough for a cut. */
function longestWithin(text: string, tokensMax: number, countTokens: TokenRule): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(0, middle)) <= tokensMax) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}
