import type { Payload } from "../events/envelope.ts";
import type { Usd } from "../money/usd.ts";
import type { TimeWindow } from "./time-window.ts";

/** The part of `GET /analytics/curator` that comes from the trace. */
export interface CuratorSummary {
  readonly runs: number;
  readonly actionsTotal: number;
  readonly actionsByType: Readonly<Record<string, number>>;
  readonly spendUsd: Usd;
  readonly throttledRuns: number;
  /** Rows of these types in the window that cannot be read, and so are not counted; absent when there are none. */
  readonly skippedRows?: number;
}

/** What the curator did on one UTC day. */
export interface CuratorDay extends Omit<CuratorSummary, "skippedRows"> {
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

export const COST_GROUPS = [
  "model",
  "provider",
  "session",
  "day",
  "hour",
  "gateway_key",
  "user",
  "team",
  "parent_session",
  "is_worker",
  "none",
] as const;
/** What calls are grouped by (CONTRACTS 12). */
export type CostGroup = (typeof COST_GROUPS)[number];

export interface CostQuery {
  readonly window: TimeWindow;
  readonly groupBy: CostGroup;
  /** Only calls of this gateway key, user or team; null for all. */
  readonly gatewayKey: string | null;
  readonly user: string | null;
  readonly team: string | null;
  /** False leaves out the calls of workers. */
  readonly includeWorkers: boolean;
  /** Also says what the curator spent. */
  readonly includeCurator: boolean;
}

/** The calls of one group; sums are exact. */
export interface CostRow {
  /** The group's key in the order of the contract: model and provider, one value, or none. */
  readonly key: readonly (string | null)[];
  /** Exact to 10^-12 USD. */
  readonly costUsd: Usd;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheCreationInputTokens: number;
  /** Over the calls that say how long they took; null when none does. */
  readonly avgLatencyMs: number | null;
  readonly callCount: number;
  /** Spend of the curator in this group; null when it was not asked for. */
  readonly curatorCostUsd: Usd | null;
}

export interface CostReport {
  /** By cost descending, buckets ascending; ties by key. `none` is one row, also without any call. */
  readonly rows: readonly CostRow[];
  /** All of the curator's spend that passes the filters; null when it was not asked for. */
  readonly curatorCostUsd: Usd | null;
  /** Rows in the window that cannot be read, and so are not counted. */
  readonly skippedRows: number;
  /** Calls whose cost cannot be read: counted, at no cost. */
  readonly unpricedCalls: number;
}

/** Where a page of runs ends: the next page begins after it. */
export interface RunCursor {
  readonly startedAtUs: number;
  /** Id of the event that started the run. */
  readonly eventId: string;
}

export interface RunsQuery {
  /** When the runs started. */
  readonly window: TimeWindow;
  /** Null for the first page. */
  readonly after: RunCursor | null;
  /** Runs per page. */
  readonly limit: number;
}

/** One run; what its missing events would say is null. */
export interface RunSummary {
  readonly runId: string;
  readonly startedAtUs: number;
  readonly finishedAtUs: number | null;
  readonly trigger: string | null;
  readonly candidatesConsidered: number | null;
  /** Null while the run is not finished. */
  readonly throttledReason: string | null;
  readonly endedEarly: string | null;
  readonly durationMs: number | null;
  readonly actionsTotal: number;
  readonly actionsByType: Readonly<Record<string, number>>;
  /** As CONTRACTS 9.4 sums it, over this run. */
  readonly spendUsd: Usd;
  readonly skipsTotal: number;
  readonly errors: number;
  readonly truncated: number;
}

export interface RunsPage {
  /** Newest first. */
  readonly runs: readonly RunSummary[];
  /** Null on the last page. */
  readonly next: RunCursor | null;
}

/** One `skill.curated`, as it was recorded. */
export interface RunAction {
  readonly eventId: string;
  readonly atUs: number;
  readonly skill: string;
  readonly action: string;
  readonly kind: string | null;
  readonly model: string | null;
  readonly versionBefore: string | null;
  readonly versionAfter: string | null;
  readonly consolidatedFrom: readonly string[];
  readonly archivePath: string | null;
  readonly costUsd: Usd;
  readonly pricingVersion: string | null;
  readonly latencyMs: number | null;
  readonly rationale: string;
  readonly signals: Payload;
}

/** One paid call; what is null was never recorded. */
export interface RunCall {
  readonly callId: string;
  readonly startedAtUs: number | null;
  readonly completedAtUs: number | null;
  readonly purpose: string | null;
  readonly skills: readonly string[];
  readonly model: string | null;
  readonly estimatedCostUsd: Usd | null;
  readonly costUsd: Usd | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly latencyMs: number | null;
  /** Null for a call that was started and never completed. */
  readonly verdict: string | null;
}

export interface RunSkip {
  readonly skills: readonly string[];
  readonly action: string;
  readonly kind: string;
}

/** Everything the trace says about one run, or about one manual act, which has no run pair. */
export interface RunDetail extends RunSummary {
  readonly configSnapshot: Payload | null;
  /** By insertion. */
  readonly actions: readonly RunAction[];
  readonly calls: readonly RunCall[];
  readonly skips: readonly RunSkip[];
}

/**
 * What the trace says in numbers. Every question is a constant number of statements whatever the trace holds;
 * rows that cannot be read are skipped and counted. Every method throws `TraceError`. CONTRACTS 12.
 */
export interface AnalyticsReader {
  /** One root's curator (every root's for null) in a window. */
  summarizeCurator(rootKey: string | null, window: TimeWindow): Promise<CuratorSummary>;
  /** The same per UTC day, by day; days on which nothing happened are left out. */
  summarizeCuratorDays(rootKey: string | null, window: TimeWindow): Promise<readonly CuratorDay[]>;
  /** The agents' paid calls of the whole trace, grouped; with the spend of every root's curator on request. */
  sumCost(query: CostQuery): Promise<CostReport>;
  /** Runs of one root (of every root for null), newest first; runs that start later change no later page. */
  listRuns(rootKey: string | null, query: RunsQuery): Promise<RunsPage>;
  /** Rows of these types, readable or not: changes with whatever is appended. */
  countEvents(types: readonly string[]): Promise<number>;
  /** Null when no event of the root has this run id. */
  findRun(rootKey: string | null, runId: string): Promise<RunDetail | null>;
}
