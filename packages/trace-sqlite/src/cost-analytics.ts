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
import { TRACE_QUERIES } from "./trace-queries.ts";

const DAY_CHARACTERS = "YYYY-MM-DD".length;
const HOUR_CHARACTERS = "YYYY-MM-DDTHH".length;

/** Calls per statement: the sum of a whole trace must not keep every other request waiting. */
export const COST_SLICE_CALLS = 2_000;

/** Runs one question on the database. */
export type AskDatabase = <T>(work: (database: SqliteDatabase) => T) => T;

/**
 * What calls cost, summed by SQLite (CONTRACTS 12) in slices of `sliceCalls` calls, each a question of its own with
 * a turn of the event loop after it; three statements more when the curator's spend is asked for. A call that is
 * written meanwhile is counted once or not at all.
 */
export async function readCost(
  ask: AskDatabase,
  query: CostQuery,
  sliceCalls = COST_SLICE_CALLS,
): Promise<CostReport> {
  const sums = new Map<string, CostSums>();
  let skippedRows = 0;
  let unpricedCalls = 0;
  for (let fromUs: number | null = query.window.fromUs; fromUs !== null; ) {
    const slice: CostSlice = ask((database) => readSlice(database, query, Number(fromUs), sliceCalls));
    for (const row of slice.rows) {
      if (row.readable !== 1) {
        skippedRows += row.calls;
        continue;
      }
      unpricedCalls += row.unpriced;
      addGroup(sums, toSums(query.groupBy, row));
    }
    fromUs = slice.nextUs;
    if (fromUs !== null) await nextTurn();
  }
  const curator = query.includeCurator
    ? ask((database) => readAround(database, SPEND_EVENT_TYPES, query.window))
    : null;
  return buildCostReport(
    query.groupBy,
    [...sums.values()],
    curator === null ? null : foldCuratorCost(curator.events, query),
    { skippedRows: skippedRows + (curator?.broken ?? 0), unpricedCalls },
  );
}

interface CostSlice {
  readonly rows: readonly CostSqlRow[];
  /** Where the next slice begins; null after the last. */
  readonly nextUs: number | null;
}

function readSlice(
  database: SqliteDatabase,
  query: CostQuery,
  fromUs: number,
  sliceCalls: number,
): CostSlice {
  const { untilUs } = query.window;
  const next = database
    .prepare<{ readonly timestamp_us: number }>(TRACE_QUERIES.nextCalls)
    .get(fromUs, untilUs, sliceCalls)?.timestamp_us;
  // Calls of one microsecond are never apart, so a slice of nothing else is as long as they are many.
  const nextUs = next === undefined ? null : Math.max(next, fromUs + 1);
  const isLast = nextUs === null || nextUs >= untilUs;
  const window = { fromUs, untilUs: isLast ? untilUs : nextUs };
  const { sql, params } = costStatement({ ...query, window });
  return { rows: database.prepare<CostSqlRow>(sql).all(...params), nextUs: isLast ? null : nextUs };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
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

/** One text may be written in several ways in JSON, everything that is no text is one group, and slices share groups. */
function addGroup(sums: Map<string, CostSums>, group: CostSums): void {
  const key = JSON.stringify(group.key);
  const known = sums.get(key);
  sums.set(key, known === undefined ? group : addSums(known, group));
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
