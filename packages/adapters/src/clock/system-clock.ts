import type { Clock } from "@metis-curate/core";

const US_PER_MS = 1_000;

/** Returns the clock of this machine, with a resolution of one millisecond; it follows adjustments. */
export function systemClock(): Clock {
  return {
    nowUs: () => Date.now() * US_PER_MS,
    monotonicMs: () => performance.now(),
  };
}
