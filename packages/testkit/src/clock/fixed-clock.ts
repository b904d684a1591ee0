import type { Clock } from "@metis-curate/core";

const US_PER_MS = 1_000;
const US_PER_DAY = 86_400_000_000;

export interface FixedClock extends Clock {
  /** Lets time pass; the monotonic time passes as well. */
  advanceUs(us: number): void;
  advanceDays(days: number): void;
  /** Sets the time of day, to either side, as an adjusted system clock does; monotonic time stands still. */
  set(time: string | number): void;
}

function toUs(time: string | number): number {
  const us = typeof time === "number" ? time : Date.parse(time) * US_PER_MS;
  if (!Number.isFinite(us)) throw new RangeError(`not a time: ${time}`);
  return us;
}

/** Returns a clock that moves only when told. A time is ISO-8601 text or microseconds since the epoch. */
export function fixedClock(start: string | number = "2026-06-01T00:00:00Z"): FixedClock {
  let nowUs = toUs(start);
  let monotonicUs = 0;
  const advanceUs = (us: number) => {
    nowUs += us;
    monotonicUs += us;
  };
  return {
    nowUs: () => nowUs,
    monotonicMs: () => monotonicUs / US_PER_MS,
    advanceUs,
    advanceDays: (days) => advanceUs(Math.round(days * US_PER_DAY)),
    set: (time) => {
      nowUs = toUs(time);
    },
  };
}
