import {
  CALL_COST_LIMIT_USD,
  CALL_LATENCY_MAX_MS,
  CALL_TOKENS_MAX,
  type CostGroup,
  type CostQuery,
  USD_CHARACTERS_MAX,
} from "@metis-curate/core";
import type { SqlValue } from "@metis-curate/sqlite";

/** A group as SQL gives it. Keys are raw (JSON text, numbers of buckets); costs are split so that no sum overflows. */
export interface CostSqlRow {
  /** 0 for the rows that are no events; their sums say nothing. */
  readonly readable: number;
  readonly key_1: string | number | null;
  readonly key_2: string | null;
  readonly calls: number;
  readonly unpriced: number;
  /** Whole millionths of a dollar. */
  readonly cost_micro: number;
  /** What is left, in millionths of those. */
  readonly cost_rest: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly latency_us: number;
  readonly latency_calls: number;
}

/** Microseconds of a bucket. */
export const BUCKET_US = { day: 86_400_000_000, hour: 3_600_000_000 } as const;

/** The payload of a row that `decodeEventRow` can read; NULL for any other. */
const PAYLOAD = `CASE WHEN typeof(payload_json) = 'text' AND json_valid(payload_json) AND json_type(payload_json) = 'object'
  AND typeof(id) = 'text' AND id <> '' AND typeof(session_id) = 'text' AND typeof(actor) = 'text'
  AND typeof(sensitivity) = 'text' AND typeof(timestamp_us) = 'integer'
  AND (turn_id IS NULL OR typeof(turn_id) = 'text')
  AND (parent_event_id IS NULL OR typeof(parent_event_id) = 'text') THEN payload_json END`;

const IS_WORKER = `(actor = 'worker' OR coalesce(p -> '$.parent_session_id' GLOB '"?*"', 0))`;

/** The cost as it is written, without the quotes of a text. */
const AMOUNT = `CASE WHEN p -> '$.cost_usd' GLOB '"*' THEN
    CASE WHEN length(p ->> '$.cost_usd') <= ${USD_CHARACTERS_MAX} THEN p ->> '$.cost_usd' END
  ELSE p -> '$.cost_usd' END`;

/** One column per field, still as JSON text: a number, or a text in quotes. */
const FIELDS = `${AMOUNT} AS amount, p -> '$.input_tokens' AS input_tokens,
  p -> '$.output_tokens' AS output_tokens, p -> '$.cached_input_tokens' AS cached_input_tokens,
  p -> '$.cache_creation_input_tokens' AS cache_creation_input_tokens, p -> '$.latency_ms' AS latency`;

/** A plain decimal: digits, with a point between them or without. */
function isPlain(text: string): string {
  return `(${text} GLOB '[0-9]*' AND ${text} NOT GLOB '*[^0-9.]*' AND ${text} NOT GLOB '*.' AND ${text} NOT GLOB '*.*.*')`;
}

const MANTISSA = "substr(amount, 1, instr(lower(amount), 'e') - 1)";

/** What follows the `e`, without one sign. */
function withoutSign(text: string): string {
  return `CASE WHEN substr(${text}, 1, 1) IN ('+', '-') THEN substr(${text}, 2) ELSE ${text} END`;
}

const POWER = withoutSign("substr(amount, instr(lower(amount), 'e') + 1)");
const IS_SCIENTIFIC = `(instr(lower(amount), 'e') > 1 AND ${isPlain(MANTISSA)} AND length(${POWER}) BETWEEN 1 AND 3 AND ${POWER} NOT GLOB '*[^0-9]*')`;
const FRACTION = "CASE instr(amount, '.') WHEN 0 THEN '' ELSE substr(amount, instr(amount, '.') + 1) END";

function fromDouble(text: string): string {
  const usd = `CAST(${text} AS REAL)`;
  return `CASE WHEN ${usd} >= 0 AND ${usd} < ${CALL_COST_LIMIT_USD} THEN CAST(round(${usd} * 1e12) AS INTEGER) END`;
}

/** The cost in 10^-12 USD, as `picoUsdOf` reads it; NULL when it cannot be read. */
const PICO = `CASE
  WHEN amount NOT GLOB '[0-9]*' THEN NULL
  WHEN ${isPlain("amount")} THEN CASE WHEN CAST(amount AS INTEGER) < ${CALL_COST_LIMIT_USD} THEN
    CAST(amount AS INTEGER) * 1000000000000
    + CAST(substr(${FRACTION} || '000000000000', 1, 12) AS INTEGER) + (substr(${FRACTION}, 13, 1) >= '5') END
  WHEN ${IS_SCIENTIFIC} THEN ${fromDouble("amount")} END`;

function tokens(column: string): string {
  const number = `CAST(${column} AS NUMERIC)`;
  return `CASE WHEN ${column} GLOB '[0-9]*' AND typeof(${number}) = 'integer' AND ${number} <= ${CALL_TOKENS_MAX} THEN ${number} ELSE 0 END AS ${column}`;
}

const LATENCY_US = `CASE WHEN latency GLOB '[0-9]*' AND CAST(latency AS REAL) <= ${CALL_LATENCY_MAX_MS} THEN CAST(round(CAST(latency AS REAL) * 1000.0) AS INTEGER) END`;

/** The statement of a cost query and its values. Each level is a co-routine (LIMIT -1), so that no field is read twice. */
export function costStatement(query: CostQuery): {
  readonly sql: string;
  readonly params: readonly SqlValue[];
} {
  const [key1, key2] = KEYS[query.groupBy];
  const { conditions, params } = filtersOf(query);
  const rows = `SELECT ${PAYLOAD} AS p, actor, session_id, timestamp_us FROM events
    WHERE type = 'llm.call_completed' AND timestamp_us >= ? AND timestamp_us < ? LIMIT -1`;
  const fields = `SELECT p IS NOT NULL AS readable, ${key1} AS key_1, ${key2} AS key_2, ${FIELDS} FROM (${rows})
    WHERE p IS NULL OR (${conditions}) LIMIT -1`;
  const values = `SELECT readable, key_1, key_2, ${PICO} AS pico, ${LATENCY_US} AS latency_us,
    ${["input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens"].map(tokens).join(", ")}
    FROM (${fields}) LIMIT -1`;
  return {
    sql: `SELECT readable, key_1, key_2, count(*) AS calls, count(*) - count(pico) AS unpriced,
      coalesce(sum(pico / 1000000), 0) AS cost_micro, coalesce(sum(pico % 1000000), 0) AS cost_rest,
      sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
      sum(cached_input_tokens) AS cached_input_tokens,
      sum(cache_creation_input_tokens) AS cache_creation_input_tokens,
      coalesce(sum(latency_us), 0) AS latency_us, count(latency_us) AS latency_calls
      FROM (${values}) GROUP BY readable, key_1, key_2`,
    params: [query.window.fromUs, query.window.untilUs, ...params],
  };
}

/** What a group is known by; NULL where there is only one group or one part. */
const KEYS: Readonly<Record<CostGroup, readonly [string, string]>> = {
  model: ["p -> '$.model'", "p -> '$.provider'"],
  provider: ["p -> '$.provider'", "NULL"],
  session: ["session_id", "NULL"],
  day: [`timestamp_us / ${BUCKET_US.day}`, "NULL"],
  hour: [`timestamp_us / ${BUCKET_US.hour}`, "NULL"],
  gateway_key: ["p -> '$.gateway_key_id'", "NULL"],
  user: ["p -> '$.user_id'", "NULL"],
  team: ["p -> '$.team_id'", "NULL"],
  parent_session: ["p -> '$.parent_session_id'", "session_id"],
  is_worker: [`iif(${IS_WORKER}, 'worker', 'planner')`, "NULL"],
  none: ["NULL", "NULL"],
};

function filtersOf(query: CostQuery): { readonly conditions: string; readonly params: readonly SqlValue[] } {
  const given = [
    ["gateway_key_id", query.gatewayKey],
    ["user_id", query.user],
    ["team_id", query.team],
  ] as const;
  const filters = given.filter(([, value]) => value !== null);
  const conditions = [
    "1",
    ...filters.map(([field]) => `p ->> '$.${field}' = ?`),
    ...(query.includeWorkers ? [] : [`NOT ${IS_WORKER}`]),
  ];
  return { conditions: conditions.join(" AND "), params: filters.map(([, value]) => value) };
}
