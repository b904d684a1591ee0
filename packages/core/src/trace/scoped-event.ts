import type { EventEnvelope } from "../events/envelope.ts";
import type { EventScope } from "./scope.ts";

/** An event that counts for a root, with its place and the time that may be believed. */
export interface ScopedEvent {
  readonly event: EventEnvelope;
  readonly position: number;
  readonly scope: EventScope;
  /** Corrected for clock skew, microseconds; null when no time of it can be believed (CONTRACTS 4.6). */
  readonly atUs: number | null;
}

/** Returns the latest believable time among events, null when there is none. */
export function latestTimeUs(events: readonly ScopedEvent[]): number | null {
  return maxTime(events.map((item) => item.atUs));
}

/** Returns the greatest of the times that are known, null when none is. */
export function maxTime(times: Iterable<number | null | undefined>): number | null {
  let latest: number | null = null;
  for (const time of times) {
    if (time !== null && time !== undefined && (latest === null || time > latest)) latest = time;
  }
  return latest;
}

/**
 * Returns whether an event is certain to be younger than the facts, which hold everything up to
 * `factsWrittenUs`: only then may it lift a prohibition that the facts know (CONTRACTS 4.7).
 */
export function isAfterFacts(item: ScopedEvent, factsWrittenUs: number): boolean {
  return item.atUs !== null && item.atUs > factsWrittenUs;
}
