import type { TokenSets } from "./token-sets.ts";

/** Which sets are found by which tokens. */
export interface RarestTokens {
  /**
   * How many kept tokens a set may lack, and still be linked to a set as large; below 0 for one that is linked to none.
   * It is found by one token more, its rarest ones.
   */
  readonly slack: Int32Array;
  /** By token: how many sets are found by it. */
  readonly counts: Int32Array;
  /** By token: the fewest common tokens that link a set which is found by it; more than any set has where none is. */
  readonly fewestNeeded: Int32Array;
}

const NEVER = 0x7fffffff;

/** `needed`: the number of common tokens that links each set to one as large. */
export function rarestTokens({ starts, tokens, frequencies }: TokenSets, needed: Int32Array): RarestTokens {
  const slack = new Int32Array(needed.length);
  const counts = new Int32Array(frequencies.length);
  const fewestNeeded = new Int32Array(frequencies.length).fill(NEVER);
  for (let item = 0; item < needed.length; item++) {
    const start = starts[item] ?? 0;
    const neededOfItem = needed[item] ?? 0;
    const lacking = (starts[item + 1] ?? 0) - start - neededOfItem;
    slack[item] = lacking;
    for (let at = start; at <= start + lacking; at++) {
      const token = tokens[at] ?? 0;
      counts[token] = (counts[token] ?? 0) + 1;
      fewestNeeded[token] = Math.min(fewestNeeded[token] ?? NEVER, neededOfItem);
    }
  }
  return { slack, counts, fewestNeeded };
}
