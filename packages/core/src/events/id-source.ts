import { decodeTime, monotonicFactory } from "ulid";
import type { Clock, IdSource } from "../ports/clock.ts";

const US_PER_MS = 1_000;
/** Largest time a ULID can hold. */
const ULID_TIME_MAX_MS = 281_474_976_710_655;
/** Crockford's Base32; a first digit above 7 would not fit into 128 bits. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/**
 * Returns a source of ULIDs stamped by `clock` and filled by `random` (0 ≤ n < 1). Every id is larger than
 * the one before, also when the clock stands still, goes back, or the random part is used up. CONTRACTS 4.2.
 */
export function createIdSource(clock: Clock, random: () => number): IdSource {
  const ulid = monotonicFactory(random);
  let newestMs = 0;
  return {
    next: () => {
      const nowMs = clampToUlidTime(clock.nowUs() / US_PER_MS);
      newestMs = Math.max(newestMs, nowMs);
      try {
        return ulid(newestMs);
      } catch {
        // The random part of this millisecond is exhausted: take the next one.
        newestMs += 1;
        return ulid(newestMs);
      }
    },
  };
}

/** The time inside a ULID in milliseconds since the Unix epoch, or null when the text is no ULID. */
export function ulidTimeMs(id: string): number | null {
  return ULID.test(id) ? decodeTime(id) : null;
}

/** At least 1: the ULID library reads 0 as "now". */
function clampToUlidTime(ms: number): number {
  if (!Number.isFinite(ms)) return 1;
  return Math.min(Math.max(Math.floor(ms), 1), ULID_TIME_MAX_MS);
}
