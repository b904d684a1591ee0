import { compareUsd, sumUsd, type Usd, ZERO_USD } from "../money/index.ts";
import type { CostGroup, CostReport, CostRow } from "../ports/analytics-reader.ts";
import { usdFromPico } from "./pico-usd.ts";

export type CostKey = readonly (string | null)[];

/** Sums of one group of calls, as a database or a fold gives them. */
export interface CostSums {
  readonly key: CostKey;
  readonly costPico: bigint;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheCreationInputTokens: number;
  /** Over the calls that have a latency. */
  readonly latencyUs: number;
  readonly latencyCount: number;
  readonly callCount: number;
}

/** The curator's spend of one group. */
export interface CuratorCost {
  readonly key: CostKey;
  readonly costUsd: Usd;
}

const US_PER_MS = 1_000;
const BUCKETS: ReadonlySet<CostGroup> = new Set(["day", "hour"]);

/** Joins the calls of agents with the spend of the curator (null: not asked for) into ordered rows (CONTRACTS 12). */
export function buildCostReport(
  groupBy: CostGroup,
  calls: readonly CostSums[],
  curator: readonly CuratorCost[] | null,
  counts: Pick<CostReport, "skippedRows" | "unpricedCalls">,
): CostReport {
  const spendByKey = new Map((curator ?? []).map((cost) => [formatKey(cost.key), cost] as const));
  const called = new Map(calls.map((sums) => [formatKey(sums.key), sums] as const));
  if (groupBy === "none" && called.size === 0) called.set(formatKey([]), emptySums([]));
  const onlyCurator = [...spendByKey].filter(
    ([key, { costUsd }]) => !called.has(key) && compareUsd(costUsd, ZERO_USD) > 0,
  );
  for (const [key, cost] of onlyCurator) called.set(key, emptySums(cost.key));
  const rows = [...called].map(([key, sums]) =>
    toRow(sums, curator === null ? null : (spendByKey.get(key)?.costUsd ?? ZERO_USD)),
  );
  return {
    rows: rows.sort(BUCKETS.has(groupBy) ? compareKeys : compareCosts),
    curatorCostUsd: curator === null ? null : sumUsd(curator.map(({ costUsd }) => costUsd)),
    ...counts,
  };
}

export function emptySums(key: CostKey): CostSums {
  return {
    key,
    costPico: 0n,
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheCreationInputTokens: 0,
    latencyUs: 0,
    latencyCount: 0,
    callCount: 0,
  };
}

/** One text per key; different keys never share one. */
export function formatKey(key: CostKey): string {
  return JSON.stringify(key);
}

function toRow(
  { costPico, latencyUs, latencyCount, ...sums }: CostSums,
  curatorCostUsd: Usd | null,
): CostRow {
  return {
    ...sums,
    costUsd: usdFromPico(costPico),
    avgLatencyMs: latencyCount === 0 ? null : latencyUs / US_PER_MS / latencyCount,
    curatorCostUsd,
  };
}

function compareCosts(left: CostRow, right: CostRow): number {
  return compareUsd(right.costUsd, left.costUsd) || compareKeys(left, right);
}

/** Missing values come last. */
function compareKeys(left: CostRow, right: CostRow): number {
  for (const [index, value] of left.key.entries()) {
    const other = right.key[index] ?? null;
    if (value === other) continue;
    if (value === null || other === null) return value === null ? 1 : -1;
    return value < other ? -1 : 1;
  }
  return 0;
}
