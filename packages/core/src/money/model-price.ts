import type { Usd } from "./usd.ts";

/** USD per million tokens. */
export interface ModelPrice {
  readonly input: Usd;
  readonly output: Usd;
  readonly cacheRead: Usd;
  readonly cacheWrite: Usd;
}
