import type { TimeWindow } from "../ports/trace-store.ts";

const DAY_US = 86_400_000_000;

/** The UTC calendar day a time lies in, `YYYY-MM-DD` (CONTRACTS 9.4). */
export function utcDay(atUs: number): string {
  return new Date(Math.floor(atUs / 1000)).toISOString().slice(0, 10);
}

/** That day as a half-open window. */
export function utcDayWindow(atUs: number): TimeWindow {
  const fromUs = Math.floor(atUs / DAY_US) * DAY_US;
  return { fromUs, untilUs: fromUs + DAY_US };
}
