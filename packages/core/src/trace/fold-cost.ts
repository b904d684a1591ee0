import type { EventEnvelope } from "../events/envelope.ts";
import type { CostGroup, CostQuery, CostReport } from "../ports/analytics-reader.ts";
import type { StoredEvent } from "../ports/trace-store.ts";
import { buildCostReport, type CostKey, type CostSums, emptySums, formatKey } from "./cost-rows.ts";
import { foldCuratorCost } from "./fold-curator-cost.ts";
import { payloadText } from "./payload.ts";
import { picoUsdOf } from "./pico-usd.ts";
import { isInWindow } from "./spend.ts";
import { isoFromUs } from "./time.ts";

/** A call that claims more tokens claims nothing. */
export const CALL_TOKENS_MAX = 1_000_000_000;
/** A call that claims to have taken longer, in milliseconds, claims nothing. */
export const CALL_LATENCY_MAX_MS = 1_000_000_000;

const DAY_CHARACTERS = "YYYY-MM-DD".length;
const HOUR_CHARACTERS = "YYYY-MM-DDTHH".length;

/**
 * What the calls of agents cost in a window, grouped (CONTRACTS 12). `calls` are `llm.call_completed` events,
 * `curatorEvents` those of `SPEND_EVENT_TYPES` within `spendScanWindow`; any order. A call that names a parent
 * session, or whose actor is a worker, is a worker's.
 */
export function foldCost(
  calls: Iterable<StoredEvent>,
  curatorEvents: Iterable<StoredEvent>,
  query: CostQuery,
  skippedRows: number,
): CostReport {
  const groups = new Map<string, CostSums>();
  let unpricedCalls = 0;
  for (const { event } of calls) {
    if (event.type !== "llm.call_completed" || !isWanted(event, query)) continue;
    const cost = picoUsdOf(event.payload["cost_usd"]);
    if (cost === null) unpricedCalls += 1;
    const key = keyOf(event, query.groupBy);
    const text = formatKey(key);
    groups.set(text, addCall(groups.get(text) ?? emptySums(key), event, cost ?? 0n));
  }
  const curator = query.includeCurator ? foldCuratorCost(curatorEvents, query) : null;
  return buildCostReport(query.groupBy, [...groups.values()], curator, { skippedRows, unpricedCalls });
}

function isWanted(
  event: EventEnvelope,
  { window, gatewayKey, user, team, includeWorkers }: CostQuery,
): boolean {
  const { payload } = event;
  if (!isInWindow(event.timestampUs, window)) return false;
  if (gatewayKey !== null && payload["gateway_key_id"] !== gatewayKey) return false;
  if (user !== null && payload["user_id"] !== user) return false;
  if (team !== null && payload["team_id"] !== team) return false;
  return includeWorkers || !isWorker(event);
}

function isWorker(event: EventEnvelope): boolean {
  return event.actor === "worker" || payloadText(event.payload, "parent_session_id") !== null;
}

function keyOf(event: EventEnvelope, groupBy: CostGroup): CostKey {
  const { payload } = event;
  switch (groupBy) {
    case "model":
      return [payloadText(payload, "model"), payloadText(payload, "provider")];
    case "provider":
      return [payloadText(payload, "provider")];
    case "session":
      return [event.sessionId];
    case "day":
      return [isoFromUs(event.timestampUs).slice(0, DAY_CHARACTERS)];
    case "hour":
      return [isoFromUs(event.timestampUs).slice(0, HOUR_CHARACTERS)];
    case "gateway_key":
      return [payloadText(payload, "gateway_key_id")];
    case "user":
      return [payloadText(payload, "user_id")];
    case "team":
      return [payloadText(payload, "team_id")];
    case "parent_session":
      return [payloadText(payload, "parent_session_id") ?? event.sessionId];
    case "is_worker":
      return [isWorker(event) ? "worker" : "planner"];
    case "none":
      return [];
  }
}

function addCall(sums: CostSums, { payload }: EventEnvelope, costPico: bigint): CostSums {
  const latencyUs = latencyUsOf(payload["latency_ms"]);
  return {
    key: sums.key,
    costPico: sums.costPico + costPico,
    inputTokens: sums.inputTokens + tokensOf(payload["input_tokens"]),
    outputTokens: sums.outputTokens + tokensOf(payload["output_tokens"]),
    cachedInputTokens: sums.cachedInputTokens + tokensOf(payload["cached_input_tokens"]),
    cacheCreationInputTokens:
      sums.cacheCreationInputTokens + tokensOf(payload["cache_creation_input_tokens"]),
    latencyUs: sums.latencyUs + (latencyUs ?? 0),
    latencyCount: sums.latencyCount + (latencyUs === null ? 0 : 1),
    callCount: sums.callCount + 1,
  };
}

function tokensOf(value: unknown): number {
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0;
  return isCount && value <= CALL_TOKENS_MAX ? value : 0;
}

function latencyUsOf(value: unknown): number | null {
  if (typeof value !== "number" || !(value >= 0 && value <= CALL_LATENCY_MAX_MS)) return null;
  return Math.round(value * 1_000);
}
