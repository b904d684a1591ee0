import { type CuratorDay, type TimeWindow, type Usd, ZERO_USD } from "@metis-curate/core";
import type { DaySpend } from "./dashboard-data.ts";

const DAY_US = 86_400_000_000;
const US_PER_MS = 1_000;

/** Every UTC day a window touches with its spend, 0 for days on which nothing happened; oldest first. */
export function spendByDay(days: readonly CuratorDay[], window: TimeWindow): readonly DaySpend[] {
  const spent = new Map<string, Usd>(days.map(({ day, spendUsd }) => [day, spendUsd]));
  const first = Math.floor(window.fromUs / DAY_US);
  const count = Math.max(0, Math.ceil(window.untilUs / DAY_US) - first);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(((first + index) * DAY_US) / US_PER_MS).toISOString().slice(0, "YYYY-MM-DD".length);
    return { day, usd: spent.get(day) ?? ZERO_USD };
  });
}
