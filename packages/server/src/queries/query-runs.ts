import {
  isoFromUs,
  type RunAction,
  type RunCall,
  type RunDetail,
  type RunSummary,
  type RunsQuery,
} from "@metis-curate/core";
import { formatRunCursor } from "../cursor/run-cursor.ts";
import type { RunActionWire, RunDetailWire, RunSummaryWire, RunsPageWire } from "../wire/runs.ts";
import { findLedger } from "./find-ledger.ts";
import type { QueryDeps } from "./query-deps.ts";

/** A page of the served root's runs, newest first. Throws `TraceError`. CONTRACTS 12. */
export async function queryRuns(deps: QueryDeps, query: RunsQuery): Promise<RunsPageWire> {
  const page = await deps.trace.listRuns(deps.root.key, query);
  return {
    runs: page.runs.map(toSummary),
    next_cursor: page.next === null ? null : formatRunCursor(deps.root.key, page.next),
  };
}

/** Everything about one run or manual act of the served root; null when there is none. Throws `TraceError`. */
export async function queryRun(deps: QueryDeps, runId: string): Promise<RunDetailWire | null> {
  const detail = await deps.trace.findRun(deps.root.key, runId);
  return detail === null ? null : toDetail(deps, detail);
}

async function toDetail(deps: QueryDeps, detail: RunDetail): Promise<RunDetailWire> {
  return {
    ...toSummary(detail),
    config_snapshot: detail.configSnapshot === null ? null : { ...detail.configSnapshot },
    actions: await Promise.all(detail.actions.map((action) => toAction(deps, action))),
    calls: detail.calls.map(toCall),
    skips: detail.skips.map(({ skills, action, kind }) => ({ skills: [...skills], action, kind })),
  };
}

function toSummary(run: RunSummary): RunSummaryWire {
  return {
    curator_run_id: run.runId,
    started_at: isoFromUs(run.startedAtUs),
    finished_at: formatTime(run.finishedAtUs),
    trigger: run.trigger,
    candidates_considered: run.candidatesConsidered,
    throttled_reason: run.throttledReason,
    ended_early: run.endedEarly,
    duration_ms: run.durationMs,
    actions_total: run.actionsTotal,
    actions_by_type: { ...run.actionsByType },
    spend_usd: run.spendUsd,
    skips_total: run.skipsTotal,
    errors: run.errors,
    truncated: run.truncated,
  };
}

async function toAction({ redactor }: QueryDeps, action: RunAction): Promise<RunActionWire> {
  const signals = await redactor.json(action.signals);
  const shown = isRecord(signals) ? signals : {};
  return {
    event_id: action.eventId,
    at: isoFromUs(action.atUs),
    skill_id: action.skill,
    action: action.action,
    curator_kind: action.kind,
    curator_model: action.model,
    skill_version_before: action.versionBefore,
    skill_version_after: action.versionAfter,
    consolidated_from: [...action.consolidatedFrom],
    archive_path: action.archivePath,
    cost_usd: action.costUsd,
    pricing_version: action.pricingVersion,
    latency_ms: action.latencyMs,
    rationale: await redactor.text(action.rationale),
    signals: shown,
    ledger: findLedger(shown),
  };
}

function toCall(call: RunCall): RunDetailWire["calls"][number] {
  return {
    call_id: call.callId,
    started_at: formatTime(call.startedAtUs),
    completed_at: formatTime(call.completedAtUs),
    purpose: call.purpose,
    skills: [...call.skills],
    model: call.model,
    estimated_cost_usd: call.estimatedCostUsd,
    cost_usd: call.costUsd,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    latency_ms: call.latencyMs,
    verdict: call.verdict,
  };
}

function formatTime(us: number | null): string | null {
  return us === null ? null : isoFromUs(us);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
