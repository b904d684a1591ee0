import type { TraceInfo } from "../ports/trace-store.ts";
import type { Facts } from "../roots/facts.ts";

/**
 * Returns whether old events are gone: the trace was swept, or its oldest event is younger than what the
 * facts saw (CONTRACTS 4.7). Facts that were lost cannot rule it out.
 */
export function isPrunedTrace(
  info: Pick<TraceInfo, "oldestTimestampUs" | "sweptAtUs">,
  facts: Facts | null,
  areFactsLost: boolean,
): boolean {
  if (areFactsLost || info.sweptAtUs !== null) return true;
  const seenUs = facts?.oldest_event_us ?? null;
  if (seenUs === null) return false;
  return info.oldestTimestampUs === null || info.oldestTimestampUs > seenUs;
}

/** Returns the oldest event time ever seen, microseconds; null when there never was an event. */
export function oldestEventSeenUs(
  info: Pick<TraceInfo, "oldestTimestampUs">,
  facts: Facts | null,
): number | null {
  const seenUs = facts?.oldest_event_us ?? null;
  if (seenUs === null || info.oldestTimestampUs === null) return seenUs ?? info.oldestTimestampUs;
  return Math.min(seenUs, info.oldestTimestampUs);
}
