import type { CuratorConfig } from "../config/curator-config.ts";
import type { SkillHistory } from "../trace/root-history.ts";

export const DAY_US = 86_400_000_000;

/** How long a skill has been out of use, and how much it was used, at one moment (CONTRACTS 6.1). */
export interface SkillActivity {
  /**
   * Whole days since the latest of last load, creation, adoption, restore, unpin and foreign modification;
   * null when none of them is known.
   */
  readonly idleDays: number | null;
  /** Whole days since the last load; null if never loaded. */
  readonly inactiveDays: number | null;
  readonly lastLoadedAtUs: number | null;
  /** Loads since the last curation; all of them when the root was never curated. */
  readonly loadsInWindow: number;
  /** Idle for `stale_after_days` or longer. Derived, never stored. */
  readonly stale: boolean;
}

/**
 * Returns the activity of one skill. A skill without history, or without any known date, is neither idle nor
 * stale: nothing proves that it is out of use. A date ahead of the clock counts as now. CONTRACTS 6.1.
 */
export function activityOf(
  history: SkillHistory | undefined,
  config: CuratorConfig,
  nowUs: number,
  lastCurationAtUs: number | null,
): SkillActivity {
  const lastLoadedAtUs = history?.lastLoadedAtUs ?? null;
  const idleDays = wholeDays(idleSinceUs(history), nowUs);
  const windowFromUs = lastCurationAtUs ?? Number.NEGATIVE_INFINITY;
  return {
    idleDays,
    inactiveDays: wholeDays(lastLoadedAtUs, nowUs),
    lastLoadedAtUs,
    loadsInWindow: history?.loads.filter((load) => load.atUs >= windowFromUs).length ?? 0,
    stale: idleDays !== null && idleDays >= config.stale_after_days,
  };
}

/** When a skill was last loaded, created or touched; null when none of it is known. CONTRACTS 6.1. */
export function idleSinceUs(history: SkillHistory | undefined): number | null {
  return latest([
    history?.lastLoadedAtUs ?? null,
    history?.createdAtUs ?? null,
    history?.lastTouchedAtUs ?? null,
  ]);
}

function latest(times: readonly (number | null)[]): number | null {
  return times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
}

function wholeDays(sinceUs: number | null, nowUs: number): number | null {
  return sinceUs === null ? null : Math.max(0, Math.floor((nowUs - sinceUs) / DAY_US));
}
