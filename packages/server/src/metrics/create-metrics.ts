import { type CuratorSummary, TraceError, usdToNumber } from "@metis-curate/core";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CuratorAppDeps } from "../curator-app-deps.ts";
import { LibraryUnavailable } from "../library-unavailable.ts";

const ACTIONS = ["pin", "unpin", "archive", "restore", "consolidate", "edit"] as const;
const OTHER = "other";
const SPEND_DECIMALS = 12;
const BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** One app's measurements; nothing of it is shared with another app in the process. */
export interface Metrics {
  readonly contentType: string;
  /** Notes an answer. `route` is its pattern, never the path that was asked for. */
  observe(route: string, status: number, seconds: number): void;
  /** The text that Prometheus scrapes; the trace and the library are asked anew. */
  render(): Promise<string>;
}

/** Returns the measurements of one app: its answers, and what the curator of the served root did so far. */
export function createMetrics(deps: CuratorAppDeps): Metrics {
  const registry = new Registry();
  const http = httpMetrics(registry);
  const trace = traceMetrics(registry);
  const skills = skillMetrics(registry);
  const build = gauge(registry, "metis_curate_build_info", "Version of the program", ["version"]);
  build.set({ version: deps.version }, 1);
  return {
    contentType: registry.contentType,
    observe: (route, status, seconds) => {
      http.requests.inc({ route, status: String(status) });
      http.durations.observe({ route }, seconds);
    },
    render: async () => {
      await Promise.all([readTrace(deps, trace), readSkills(deps, skills)]);
      return registry.metrics();
    },
  };
}

function httpMetrics(registry: Registry) {
  return {
    requests: new Counter({
      name: "metis_curate_http_requests_total",
      help: "Answers by route and status",
      labelNames: ["route", "status"],
      registers: [registry],
    }),
    durations: new Histogram({
      name: "metis_curate_http_request_duration_seconds",
      help: "Time to answer by route",
      labelNames: ["route"],
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    }),
  };
}

/** Gauges, not counters: a trace that is swept holds less than before. */
function traceMetrics(registry: Registry) {
  return {
    up: gauge(registry, "metis_curate_trace_up", "1 when the trace could be read"),
    runs: gauge(registry, "metis_curate_runs", "Runs of the served root in the trace"),
    throttled: gauge(registry, "metis_curate_runs_throttled", "Runs that ended at a spending cap"),
    actions: gauge(registry, "metis_curate_actions", "Actions in the trace by kind", ["action"]),
    spend: gauge(registry, "metis_curate_spend_usd", "Spend of the curator in the trace, USD"),
  };
}

function skillMetrics(registry: Registry) {
  return {
    up: gauge(registry, "metis_curate_library_up", "1 when the library could be read"),
    skills: gauge(registry, "metis_curate_skills", "Skills of the served root", ["state"]),
  };
}

function gauge<const L extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[] = [],
): Gauge<L> {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
}

async function readTrace(deps: CuratorAppDeps, metrics: ReturnType<typeof traceMetrics>): Promise<void> {
  const summary = await summarize(deps);
  metrics.up.set(summary === null ? 0 : 1);
  if (summary === null) return;
  metrics.runs.set(summary.runs);
  metrics.throttled.set(summary.throttledRuns);
  metrics.spend.set(usdToNumber(summary.spendUsd, SPEND_DECIMALS));
  for (const [action, count] of countsOfKnown(summary)) metrics.actions.set({ action }, count);
}

async function summarize({ trace, root }: CuratorAppDeps): Promise<CuratorSummary | null> {
  try {
    return await trace.summarizeCurator(root.key, { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    if (error instanceof TraceError) return null;
    throw error;
  }
}

/** What other programs call their actions is one label: a trace must not make up label values. */
function countsOfKnown({ actionsByType, actionsTotal }: CuratorSummary): ReadonlyMap<string, number> {
  const known = ACTIONS.map((action) => [action, actionsByType[action] ?? 0] as const);
  const sum = known.reduce((total, [, count]) => total + count, 0);
  return new Map<string, number>([...known, [OTHER, actionsTotal - sum]]);
}

async function readSkills(deps: CuratorAppDeps, metrics: ReturnType<typeof skillMetrics>): Promise<void> {
  try {
    const { active, archived, pinned } = await deps.countSkills();
    metrics.up.set(1);
    metrics.skills.set({ state: "active" }, active);
    metrics.skills.set({ state: "archived" }, archived);
    metrics.skills.set({ state: "pinned" }, pinned);
  } catch (error) {
    if (!(error instanceof LibraryUnavailable || error instanceof TraceError)) throw error;
    metrics.up.set(0);
  }
}
