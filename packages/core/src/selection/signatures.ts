import type { TokenSets } from "./token-sets.ts";

/** Two words of 32 bits per set: each kept token sets one bit. */
export type Signatures = Int32Array;

export function signaturesOf({ starts, tokens }: TokenSets): Signatures {
  const signatures = new Int32Array((starts.length - 1) * 2);
  for (let item = 0; item + 1 < starts.length; item++) {
    const end = starts[item + 1] ?? 0;
    for (let at = starts[item] ?? 0; at < end; at++) {
      const token = tokens[at] ?? 0;
      const word = item * 2 + ((token >> 5) & 1);
      signatures[word] = (signatures[word] ?? 0) | (1 << (token & 31));
    }
  }
  return signatures;
}

/** Population count of two words of 32 bits (Hacker's Delight, 5-1). */
export function countBits(low: number, high: number): number {
  const lowPairs = low - ((low >>> 1) & 0x55555555);
  const highPairs = high - ((high >>> 1) & 0x55555555);
  const lowNibbles = (lowPairs & 0x33333333) + ((lowPairs >>> 2) & 0x33333333);
  const highNibbles = (highPairs & 0x33333333) + ((highPairs >>> 2) & 0x33333333);
  const lowBytes = (lowNibbles & 0x0f0f0f0f) + ((lowNibbles >>> 4) & 0x0f0f0f0f);
  const highBytes = (highNibbles & 0x0f0f0f0f) + ((highNibbles >>> 4) & 0x0f0f0f0f);
  return Math.imul(lowBytes + highBytes, 0x01010101) >>> 24;
}
