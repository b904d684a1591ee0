import { decodeTime } from "ulid";
import type { EventEnvelope } from "../events/envelope.ts";

/** A time further ahead of the clock than this is not believed (CONTRACTS 4.6). */
export const CLOCK_TOLERANCE_US = 5 * 60 * 1_000_000;

/**
 * Returns the time of an event in microseconds as the clock lets it be believed: its timestamp, else the
 * time inside its ULID when the timestamp is ahead, else null (clock skew; no activity). CONTRACTS 4.6.
 */
export function correctedTimeUs(
  event: Pick<EventEnvelope, "id" | "timestampUs">,
  nowUs: number,
): number | null {
  const latestUs = nowUs + CLOCK_TOLERANCE_US;
  if (event.timestampUs <= latestUs) return event.timestampUs;
  const idTimeUs = ulidTimeUs(event.id);
  return idTimeUs !== null && idTimeUs <= latestUs ? idTimeUs : null;
}

/** A date a file remembers, null when it lies ahead of the clock: written under a wrong clock, or made up. */
export function believableUs(timeUs: number | null | undefined, nowUs: number): number | null {
  return timeUs !== null && timeUs !== undefined && timeUs <= nowUs + CLOCK_TOLERANCE_US ? timeUs : null;
}

/** Returns the time inside a ULID in microseconds; null when the text is no ULID. */
export function ulidTimeUs(id: string): number | null {
  try {
    return decodeTime(id) * 1000;
  } catch {
    return null;
  }
}
