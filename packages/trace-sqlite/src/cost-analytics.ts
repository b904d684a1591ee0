import {
  buildCostReport,
  type CostGroup,
  type CostKey,
  type CostQuery,
  type CostReport,
  type CostSums,
  foldCuratorCost,
  isoFromUs,
  SPEND_EVENT_TYPES,
} from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import { BUCKET_US, type CostSqlRow, costStatement } from "./cost-sql.ts";
import { readAround } from "./curator-analytics.ts";

const DAY_CHARACTERS = "YYYY-MM-DD".length;
const HOUR_CHARACTERS = "YYYY-MM-DDTHH".length;

/** What calls cost, summed by SQLite (CONTRACTS 12): one statement, and three more when the curator's spend is asked for. */
export function readCost(database: SqliteDatabase, query: CostQuery): CostReport {
  const { sql, params } = costStatement(query);
  const rows = database.prepare<CostSqlRow>(sql).all(...params);
  const readable = rows.filter((row) => row.readable === 1);
  const broken = rows.filter((row) => row.readable !== 1).reduce((sum, { calls }) => sum + calls, 0);
  const curator = query.includeCurator ? readAround(database, SPEND_EVENT_TYPES, query.window) : null;
  return buildCostReport(
    query.groupBy,
    mergeByKey(readable.map((row) => toSums(query.groupBy, row))),
    curator === null ? null : foldCuratorCost(curator.events, query),
    {
      skippedRows: broken + (curator?.broken ?? 0),
      unpricedCalls: readable.reduce((sum, { unpriced }) => sum + unpriced, 0),
    },
  );
}

function toSums(groupBy: CostGroup, row: CostSqlRow): CostSums {
  return {
    key: keyOf(groupBy, row),
    costPico: BigInt(row.cost_micro) * 1_000_000n + BigInt(row.cost_rest),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_input_tokens,
    cacheCreationInputTokens: row.cache_creation_input_tokens,
    latencyUs: row.latency_us,
    latencyCount: row.latency_calls,
    callCount: row.calls,
  };
}

function keyOf(groupBy: CostGroup, { key_1, key_2 }: CostSqlRow): CostKey {
  switch (groupBy) {
    case "model":
      return [textOf(key_1), textOf(key_2)];
    case "provider":
    case "gateway_key":
    case "user":
    case "team":
      return [textOf(key_1)];
    case "session":
    case "is_worker":
      return [key_1 === null ? null : String(key_1)];
    case "day":
      return [isoFromUs(Number(key_1) * BUCKET_US.day).slice(0, DAY_CHARACTERS)];
    case "hour":
      return [isoFromUs(Number(key_1) * BUCKET_US.hour).slice(0, HOUR_CHARACTERS)];
    case "parent_session":
      return [textOf(key_1) ?? key_2];
    case "none":
      return [];
  }
}

/** The text inside a JSON text, null when it is empty or something else. */
function textOf(json: string | number | null): string | null {
  if (typeof json !== "string") return null;
  const value: unknown = JSON.parse(json);
  return typeof value === "string" && value !== "" ? value : null;
}

/** One text may be written in several ways in JSON, and everything that is no text is one group. */
function mergeByKey(groups: readonly CostSums[]): readonly CostSums[] {
  const merged = new Map<string, CostSums>();
  for (const group of groups) {
    const key = JSON.stringify(group.key);
    const known = merged.get(key);
    merged.set(key, known === undefined ? group : addSums(known, group));
  }
  return [...merged.values()];
}

function addSums(left: CostSums, right: CostSums): CostSums {
  return {
    key: left.key,
    costPico: left.costPico + right.costPico,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
    cacheCreationInputTokens: left.cacheCreationInputTokens + right.cacheCreationInputTokens,
    latencyUs: left.latencyUs + right.latencyUs,
    latencyCount: left.latencyCount + right.latencyCount,
    callCount: left.callCount + right.callCount,
  };
}
