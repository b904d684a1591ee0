import {
  type CostGroup,
  type CostQuery,
  type CostReport,
  type CostRow,
  usdToNumber,
} from "@metis-curate/core";
import { formatInstantUs } from "../time-window/instant.ts";
import type { CostAnalytics, CostGroupRow } from "../wire/cost-analytics.ts";
import type { QueryDeps } from "./query-deps.ts";

/** Decimals of a cost that is a JSON number (CONTRACTS 12). */
const COST_NUMBER_DECIMALS = 6;
/** Groups in one answer; what is beyond is counted, not shown. */
export const COST_ROWS_MAX = 10_000;

/** What the agents' calls cost in a window, grouped. Throws `TraceError`. CONTRACTS 12. */
export async function queryCost(deps: QueryDeps, query: CostQuery): Promise<CostAnalytics> {
  const report = await deps.trace.sumCost(query);
  const rows = report.rows.slice(0, COST_ROWS_MAX).map((row) => toWire(query.groupBy, row));
  const [only] = rows;
  return {
    window: { start: formatInstantUs(query.window.fromUs), end: formatInstantUs(query.window.untilUs) },
    current_pricing_version: deps.pricingVersion,
    data: query.groupBy === "none" && only !== undefined ? only : rows,
    ...(report.curatorCostUsd !== null && { curator_cost_usd: report.curatorCostUsd }),
    ...partialOf(report),
  };
}

function toWire(groupBy: CostGroup, row: CostRow): CostGroupRow {
  return {
    ...keyOf(groupBy, row.key),
    cost_usd: usdToNumber(row.costUsd, COST_NUMBER_DECIMALS),
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cached_input_tokens: row.cachedInputTokens,
    cache_creation_input_tokens: row.cacheCreationInputTokens,
    avg_latency_ms: row.avgLatencyMs,
    call_count: row.callCount,
    ...(row.curatorCostUsd !== null && { curator_cost_usd: row.curatorCostUsd }),
  };
}

function keyOf(groupBy: CostGroup, [first = null, second = null]: CostRow["key"]): Partial<CostGroupRow> {
  switch (groupBy) {
    case "model":
      return { model: first, provider: second };
    case "provider":
      return { provider: first };
    case "session":
      return { session_id: first ?? "" };
    case "day":
    case "hour":
      return { bucket: first ?? "" };
    case "gateway_key":
      return { gateway_key_id: first };
    case "user":
      return { user_id: first };
    case "team":
      return { team_id: first };
    case "parent_session":
      return { parent_session_id: first ?? "" };
    case "is_worker":
      return { is_worker: first === "worker" ? "worker" : "planner" };
    case "none":
      return {};
  }
}

function partialOf({ rows, skippedRows, unpricedCalls }: CostReport): Pick<CostAnalytics, "partial"> {
  const omitted = Math.max(0, rows.length - COST_ROWS_MAX);
  if (skippedRows === 0 && unpricedCalls === 0 && omitted === 0) return {};
  return {
    partial: {
      ...(skippedRows > 0 && { skipped_rows: skippedRows }),
      ...(unpricedCalls > 0 && { unpriced_calls: unpricedCalls }),
      ...(omitted > 0 && { omitted_groups: omitted }),
    },
  };
}
