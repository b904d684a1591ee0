import type { CuratorConfig } from "../config/curator-config.ts";

const US_PER_HOUR = 3_600_000_000;

/** Earliest time of the next automatic run. */
export function nextDueUs(lastCurationUs: number, config: CuratorConfig): number {
  return lastCurationUs + config.interval_hours * US_PER_HOUR;
}

/** True when `interval_hours` have passed; a date ahead of the clock is not due. */
export function isDue(lastCurationUs: number | null, config: CuratorConfig, nowUs: number): boolean {
  return lastCurationUs === null || nowUs >= nextDueUs(lastCurationUs, config);
}
