import type { Context } from "hono";
import type { CuratorAppDeps } from "../curator-app-deps.ts";
import { errorBody } from "../error-body.ts";
import { decodeTimeWindow } from "../time-window/decode-time-window.ts";
import { formatInstantUs } from "../time-window/instant.ts";

/** `GET /analytics/curator` (CONTRACTS 12, S1 10.2). 400 `invalid_time_window` for a bad window. */
export async function getCuratorAnalytics(c: Context, deps: CuratorAppDeps): Promise<Response> {
  const query = { from: c.req.queries("from") ?? [], to: c.req.queries("to") ?? [] };
  const decoded = decodeTimeWindow(query, deps.clock.nowUs());
  if (!decoded.ok) return c.json(errorBody("invalid_time_window", decoded.message, decoded.details), 400);
  const [summary, skills] = await Promise.all([
    deps.trace.summarizeCurator(deps.root.key, decoded.window),
    deps.countSkills(),
  ]);
  const start = formatInstantUs(decoded.window.fromUs);
  const end = formatInstantUs(decoded.window.untilUs);
  return c.json({
    since: start,
    until: end,
    runs: summary.runs,
    actions_total: summary.actionsTotal,
    actions_by_type: summary.actionsByType,
    spend_usd: summary.spendUsd,
    throttled_runs: summary.throttledRuns,
    skills_pinned: skills.pinned,
    skills_archived: skills.archived,
    skills_active: skills.active,
    window: { start, end },
    current_pricing_version: deps.pricingVersion,
  });
}
