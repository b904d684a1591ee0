import { addUsd, ZERO_USD } from "../money/index.ts";
import type { CostGroup, CostQuery } from "../ports/analytics-reader.ts";
import type { StoredEvent } from "../ports/trace-store.ts";
import { type CostKey, type CuratorCost, formatKey } from "./cost-rows.ts";
import { foldSpendItems, type SpendItem } from "./spend.ts";
import { isoFromUs } from "./time.ts";

/**
 * What the curators of every root spent, grouped like the calls of agents (CONTRACTS 12): by the model that was
 * asked, its provider, the session, the day or hour the call began. The curator is nobody's user, team or gateway
 * key, so a filter on one of them leaves nothing.
 */
export function foldCuratorCost(events: Iterable<StoredEvent>, query: CostQuery): readonly CuratorCost[] {
  if (query.gatewayKey !== null || query.user !== null || query.team !== null) return [];
  const groups = new Map<string, CuratorCost>();
  for (const item of foldSpendItems(events, null, query.window)) {
    const key = keyOf(item, query.groupBy);
    const text = formatKey(key);
    groups.set(text, { key, costUsd: addUsd(groups.get(text)?.costUsd ?? ZERO_USD, item.costUsd) });
  }
  return [...groups.values()];
}

function keyOf(item: SpendItem, groupBy: CostGroup): CostKey {
  switch (groupBy) {
    case "model": {
      const { model, provider } = splitModel(item.model);
      return [model, provider];
    }
    case "provider":
      return [splitModel(item.model).provider];
    case "session":
    case "parent_session":
      return [item.sessionId];
    case "day":
      return [isoFromUs(item.atUs).slice(0, "YYYY-MM-DD".length)];
    case "hour":
      return [isoFromUs(item.atUs).slice(0, "YYYY-MM-DDTHH".length)];
    case "gateway_key":
    case "user":
    case "team":
      return [null];
    case "is_worker":
      return ["planner"];
    case "none":
      return [];
  }
}

/** `anthropic:claude-haiku-4-5` names the provider too; a model of another form has none. */
function splitModel(id: string | null): { readonly model: string | null; readonly provider: string | null } {
  const colon = id?.indexOf(":") ?? -1;
  if (id === null || colon < 1 || colon === id.length - 1) return { model: id, provider: null };
  return { model: id.slice(colon + 1), provider: id.slice(0, colon) };
}
