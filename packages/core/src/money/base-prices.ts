import type { ModelPrice } from "./model-price.ts";
import type { Usd } from "./usd.ts";

export const BASE_PRICING_VERSION = "2026-05-08";

/** USD per million tokens: input, output, cache read, cache write (CONTRACTS 9.1). */
export const BASE_PRICES: ReadonlyMap<string, ModelPrice> = new Map([
  row("anthropic:claude-opus-4-7", "15", "75", "1.5", "18.75"),
  row("anthropic:claude-sonnet-4-6", "3", "15", "0.3", "3.75"),
  row("anthropic:claude-haiku-4-5", "1", "5", "0.1", "1.25"),
  row("openai:gpt-5", "2.5", "10", "0.25", "0"),
  row("openai:gpt-5-mini", "0.5", "2", "0.05", "0"),
]);

function row(
  model: string,
  input: string,
  output: string,
  cacheRead: string,
  cacheWrite: string,
): [string, ModelPrice] {
  return [
    model,
    {
      input: input as Usd,
      output: output as Usd,
      cacheRead: cacheRead as Usd,
      cacheWrite: cacheWrite as Usd,
    },
  ];
}
