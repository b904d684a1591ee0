import type { CuratorConfig } from "../config/curator-config.ts";
import type { LibraryView } from "./library-view.ts";

const US_PER_HOUR = 3_600_000_000;

/**
 * When the root was last curated, as far as trusted records tell: the trace, and `facts.json` where the trace
 * was pruned or no run left an event. The sidecar lies in the repository and can only forbid (CONTRACTS 3).
 */
export function trustedLastCurationUs(view: Pick<LibraryView, "history" | "facts">): number | null {
  const times = [view.history.lastCurationAtUs, view.facts?.last_curation_at_us ?? null];
  return times.reduce(
    (latest, one) => (latest === null || (one !== null && one > latest) ? one : latest),
    null,
  );
}

/** Earliest time of the next automatic run. */
export function nextDueUs(lastCurationUs: number, config: CuratorConfig): number {
  return lastCurationUs + config.interval_hours * US_PER_HOUR;
}

/** True when `interval_hours` have passed; a date ahead of the clock is not due. */
export function isDue(lastCurationUs: number | null, config: CuratorConfig, nowUs: number): boolean {
  return lastCurationUs === null || nowUs >= nextDueUs(lastCurationUs, config);
}
