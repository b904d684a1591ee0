import type { CuratorDay, TimeWindow } from "@metis-curate/core";
import { formatInstantUs } from "../time-window/instant.ts";
import type { CuratorAnalytics } from "../wire/curator-analytics.ts";
import type { QueryDeps } from "./query-deps.ts";

/** What the curator of the served root did in a window, and its skills now. Throws `TraceError`. CONTRACTS 12. */
export async function queryCurator(deps: QueryDeps, window: TimeWindow): Promise<CuratorAnalytics> {
  const [summary, skills] = await Promise.all([
    deps.trace.summarizeCurator(deps.root.key, window),
    deps.countSkills(),
  ]);
  const start = formatInstantUs(window.fromUs);
  const end = formatInstantUs(window.untilUs);
  const skipped = summary.skippedRows ?? 0;
  return {
    since: start,
    until: end,
    runs: summary.runs,
    actions_total: summary.actionsTotal,
    actions_by_type: { ...summary.actionsByType },
    spend_usd: summary.spendUsd,
    throttled_runs: summary.throttledRuns,
    skills_pinned: skills.pinned,
    skills_archived: skills.archived,
    skills_active: skills.active,
    window: { start, end },
    current_pricing_version: deps.pricingVersion,
    ...(skipped > 0 && { partial: { skipped_rows: skipped } }),
  };
}

/** The same per UTC day, for charts. Throws `TraceError`. */
export function queryCuratorDays(deps: QueryDeps, window: TimeWindow): Promise<readonly CuratorDay[]> {
  return deps.trace.summarizeCuratorDays(deps.root.key, window);
}
