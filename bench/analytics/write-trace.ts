import { immediateTransaction, openDatabase } from "@metis-curate/sqlite";
import { createTraceDatabase } from "@metis-curate/trace-sqlite";

const US_PER_SECOND = 1_000_000;
const DAY_US = 86_400 * US_PER_SECOND;
/** How far back the trace reaches. */
export const TRACE_DAYS = 180;
const CYCLES = 12;
const EVENTS_PER_SESSION = 3 + CYCLES * 3 + 1;
const SESSIONS_PER_RUN = 25;
const EVENTS_PER_TRANSACTION = 50_000;
const MODELS = ["claude-haiku-4-5", "claude-sonnet-4-6", "claude-opus-4-7"] as const;

export interface TracePlan {
  readonly path: string;
  readonly events: number;
  readonly nowUs: number;
  readonly rootKey: string;
  readonly workspace: string;
  readonly skills: readonly string[];
}

type Row = readonly [id: string, us: number, session: string, type: string, actor: string, payload: object];

/** Writes a trace as half a year of sessions and runs leaves it, and returns the number of its events. */
export function writeTrace(plan: TracePlan): number {
  createTraceDatabase(plan.path);
  const database = openDatabase(plan.path, { mode: "read-write", timeoutMs: 1_000, synchronous: "normal" });
  const insert = database.prepare<never>(
    "INSERT INTO events VALUES (?, ?, ?, NULL, NULL, ?, ?, 'pseudonymous', ?)",
  );
  let written = 0;
  let batch: Row[] = [];
  const flush = (): void => {
    immediateTransaction(database, () => {
      for (const [id, us, session, type, actor, payload] of batch) {
        insert.run(id, us, session, type, actor, JSON.stringify(payload));
      }
    });
    written += batch.length;
    batch = [];
  };
  for (const row of rowsOf(plan)) {
    batch.push(row);
    if (batch.length >= EVENTS_PER_TRANSACTION) flush();
  }
  flush();
  database.close();
  return written;
}

function* rowsOf(plan: TracePlan): Generator<Row> {
  const sessions = Math.max(1, Math.floor(plan.events / EVENTS_PER_SESSION));
  const startUs = plan.nowUs - TRACE_DAYS * DAY_US;
  let serial = 0;
  const nextId = (): string => {
    serial += 1;
    return `01BENCH${serial.toString(36).toUpperCase().padStart(19, "0")}`;
  };
  for (let n = 0; n < sessions; n += 1) {
    const us = startUs + Math.floor((n / sessions) * TRACE_DAYS * DAY_US);
    yield* sessionRows(plan, n, us, nextId);
    if (n % SESSIONS_PER_RUN === 0) yield* runRows(plan, n, us, nextId);
  }
}

function* sessionRows(plan: TracePlan, n: number, startUs: number, nextId: () => string): Generator<Row> {
  const session = `session-${n}`;
  let us = startUs;
  const row = (type: string, actor: string, payload: object): Row => {
    us += US_PER_SECOND;
    return [nextId(), us, session, type, actor, payload];
  };
  yield row("session.created", "system", {
    workspace_path: plan.workspace,
    workspace_hash: "0",
    initial_active_model: null,
    routing_policy_version: null,
  });
  yield row("skill.loaded", "agent", {
    skill_id: plan.skills[n % plan.skills.length],
    skill_version: "0",
    load_reason: "on_demand",
    load_size_tokens: 800,
    source: "workspace",
    triggered_by_tool_use_id: null,
  });
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const use = `toolu_${n}_${cycle}`;
    yield row("llm.call_completed", "agent", callPayload(n * CYCLES + cycle));
    yield row("tool.called", "agent", {
      tool_use_id: use,
      tool_name: "run_command",
      input_hash: "0",
      input_size_bytes: 100,
      side_effects: "execute",
    });
    yield row("tool.completed", "tool", {
      tool_use_id: use,
      success: true,
      output_size_bytes: 2_000,
      latency_ms: 300,
      files_modified: null,
      command_executed: null,
    });
  }
  yield row("eval.completed", "system", {
    subject_kind: "session",
    subject_id: session,
    score: 0.8,
    confidence: 0.7,
  });
  yield row("session.ended", "system", {
    disposition: "completed",
    turn_count: CYCLES,
    total_cost_usd: "0.1",
    duration_seconds: 40,
  });
}

function callPayload(n: number): object {
  return {
    model: MODELS[n % MODELS.length],
    provider: "anthropic",
    input_tokens: 200 + (n % 4_000),
    output_tokens: 50 + (n % 1_500),
    cached_input_tokens: n % 30_000,
    cache_creation_input_tokens: n % 2_000,
    cost_usd: (((n * 7_919) % 90_000) / 1_000_000).toFixed(6),
    pricing_version: "2026-05-08",
    latency_ms: 400 + (n % 9_000),
    stop_reason: "tool_use",
    produced_tool_calls: 1,
    produced_thinking_blocks: 0,
    gateway_key_id: n % 3 === 0 ? `key-${n % 7}` : null,
  };
}

function* runRows(plan: TracePlan, n: number, startUs: number, nextId: () => string): Generator<Row> {
  const own = { root: plan.rootKey, curator_run_id: `run-${n}`, source: "workspace" };
  const row = (seconds: number, type: string, payload: object): Row => [
    nextId(),
    startUs + seconds * US_PER_SECOND,
    `run-${n}`,
    type,
    "system",
    { ...own, ...payload },
  ];
  yield row(0, "curator.run_started", {
    trigger: "scheduled",
    candidates_considered: 3,
    config_snapshot: {},
  });
  for (let call = 0; call < 3; call += 1) {
    const skill = plan.skills[(n + call) % plan.skills.length];
    const about = {
      call_id: `call-${n}-${call}`,
      purpose: "edit",
      skill_ids: [skill],
      model: "anthropic:claude-haiku-4-5",
    };
    yield row(call * 3 + 1, "curator.call_started", { ...about, estimated_cost_usd: "0.01" });
    yield row(call * 3 + 2, "curator.call_completed", {
      ...about,
      input_tokens: 900,
      output_tokens: 200,
      cost_usd: "0.0019",
      pricing_version: "2026-05-08",
      latency_ms: 900,
      verdict: "confirmed",
    });
    yield row(call * 3 + 3, "skill.curated", {
      skill_id: skill,
      action: "edit",
      skill_version_before: "0",
      skill_version_after: "1",
      consolidated_from: [],
      archive_path: null,
      curator_kind: "llm",
      curator_model: "anthropic:claude-haiku-4-5",
      curator_cost_usd: "0.0019",
      curator_pricing_version: "2026-05-08",
      curator_latency_ms: 900,
      rationale: "a tool was renamed",
      signals: {},
    });
  }
  yield row(10, "curator.run_finished", {
    actions_taken: 3,
    spend_usd: "0.0057",
    throttled_reason: "completed",
    duration_ms: 10_000,
    errors: 0,
    truncated: 0,
    skips: [],
    ended_early: null,
  });
}
