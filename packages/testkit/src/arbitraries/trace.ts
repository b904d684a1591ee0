import {
  type Clock,
  createIdSource,
  type EventEnvelope,
  type KnownEventType,
  makeEvent,
  type Payload,
} from "@metis-curate/core";
import fc from "fast-check";
import { llmCallPayload } from "./llm-call.ts";

export interface TraceArbitraryOptions {
  readonly skills?: readonly string[];
  /** Root keys; null stands for events without a root, as other programs write them. */
  readonly roots?: readonly (string | null)[];
  /** Sessions with a workspace by id; null for a session that no `session.created` names. */
  readonly sessions?: ReadonlyMap<string, string | null>;
  readonly startUs?: number;
  /** Length of the time the events spread over. */
  readonly spanUs?: number;
  readonly eventsMax?: number;
  /** Also paid calls of agents, as odd as other programs may leave them. Default false. */
  readonly calls?: boolean;
}

const START_US = 1_780_272_000_000_000;
const DAY_US = 86_400_000_000;

const DEFAULTS: Required<TraceArbitraryOptions> = {
  skills: ["alpha", "beta", "gamma-delta"],
  roots: [null, "metis:global", `metis:${"0".repeat(32)}`],
  sessions: new Map([
    ["session-1", "/desk/one"],
    ["session-2", "/desk/two"],
    ["session-lost", null],
  ]),
  startUs: START_US,
  spanUs: 120 * DAY_US,
  eventsMax: 40,
  calls: false,
};

const cost = fc.integer({ min: 0, max: 2_000_000 }).map((microUsd) => (microUsd / 1_000_000).toFixed(6));

type Draft = readonly [KnownEventType, Payload];

/** A trace as several roots and sessions leave it: valid events, strictly increasing ids, times in any order. */
export function traceArbitrary(options: TraceArbitraryOptions = {}): fc.Arbitrary<readonly EventEnvelope[]> {
  const settings = { ...DEFAULTS, ...options };
  const entry = fc.record({
    draft: settings.calls
      ? fc.oneof(draftArbitrary(settings.skills), llmCall)
      : draftArbitrary(settings.skills),
    isWorker: settings.calls ? fc.boolean() : fc.constant(false),
    root: fc.constantFrom(...settings.roots),
    sessionId: fc.constantFrom(...settings.sessions.keys()),
    offsetUs: fc.integer({ min: 0, max: settings.spanUs }),
  });
  return fc.array(entry, { maxLength: settings.eventsMax }).map((entries) => {
    const clock = movableClock(settings.startUs);
    const source = { ids: createIdSource(clock, () => 0.5), clock };
    const created = [...settings.sessions].flatMap(([sessionId, workspace]) =>
      workspace === null ? [] : [makeEvent(source, { ...sessionCreated(workspace), sessionId })],
    );
    const rest = entries.map(({ draft: [type, payload], root, sessionId, offsetUs, isWorker }) => {
      clock.us = settings.startUs + offsetUs;
      const event = makeEvent(source, {
        type,
        sessionId,
        payload: root === null ? payload : { ...payload, root },
      });
      return isWorker && type === "llm.call_completed" ? { ...event, actor: "worker" as const } : event;
    });
    return [...created, ...rest];
  });
}

function sessionCreated(workspace: string): { readonly type: string; readonly payload: Payload } {
  const payload = {
    workspace_path: workspace,
    workspace_hash: "0",
    initial_active_model: null,
    routing_policy_version: "1",
  };
  return { type: "session.created", payload };
}

function movableClock(startUs: number): Clock & { us: number } {
  return {
    us: startUs,
    nowUs() {
      return this.us;
    },
    monotonicMs: () => 0,
  };
}

function draftArbitrary(skills: readonly string[]): fc.Arbitrary<Draft> {
  const skill = fc.constantFrom(...skills);
  return fc.oneof(
    fc.tuple(skill, fc.constantFrom("global", "workspace")).map(loaded),
    fc
      .tuple(skill, fc.constantFrom("manual", "auto_generated", "imported", "curator_generated"))
      .map(created),
    fc.tuple(fc.constantFrom("skill.adopted", "skill.disowned"), skill).map(retagged),
    fc.tuple(skill, fc.constantFrom("pin", "unpin", "archive", "restore", "edit"), runId, cost).map(curated),
    toolEvent,
    fc.tuple(runId, callId, cost).map(callStarted),
    fc.tuple(runId, callId, cost).map(callCompleted),
    runId.map(runStarted),
    fc
      .tuple(runId, fc.constantFrom("completed", "per_run_cap", "per_day_cap", "no_candidates"))
      .map(runFinished),
  );
}

const llmCall = llmCallPayload.map((payload): Draft => ["llm.call_completed", payload]);
const runId = fc.constantFrom("run-1", "run-2", "run-3");
const callId = fc.constantFrom("call-1", "call-2", "call-3", "call-4");
const toolUseId = fc.constantFrom("use-1", "use-2", "use-3");

const toolEvent: fc.Arbitrary<Draft> = fc.oneof(
  fc
    .tuple(toolUseId, fc.constantFrom("bash", "edit"))
    .map(
      ([tool_use_id, tool_name]): Draft => [
        "tool.called",
        { tool_use_id, tool_name, input_hash: "0", input_size_bytes: 1, side_effects: "read" },
      ],
    ),
  toolUseId.map(
    (tool_use_id): Draft => [
      "tool.failed",
      { tool_use_id, error_class: "timeout", error_message: "", latency_ms: 1 },
    ],
  ),
  fc.tuple(toolUseId, fc.boolean()).map(
    ([tool_use_id, success]): Draft => [
      "tool.completed",
      {
        tool_use_id,
        success,
        output_size_bytes: 1,
        latency_ms: 1,
        files_modified: null,
        command_executed: null,
      },
    ],
  ),
);

function loaded([skill_id, source]: readonly [string, string]): Draft {
  const fixed = {
    skill_version: "0",
    load_reason: "on_demand",
    load_size_tokens: 1,
    triggered_by_tool_use_id: null,
  };
  return ["skill.loaded", { skill_id, source, ...fixed }];
}

function created([skill_id, source]: readonly [string, string]): Draft {
  return ["skill.created", { skill_id, skill_version: "0", source, size_tokens: 1 }];
}

function retagged([type, skill_id]: readonly ["skill.adopted" | "skill.disowned", string]): Draft {
  return [type, { skill_id, skill_version: "0" }];
}

function curated([skill_id, action, curator_run_id, curator_cost_usd]: readonly string[]): Draft {
  return [
    "skill.curated",
    {
      curator_run_id,
      skill_id,
      action,
      source: "workspace",
      skill_version_before: "0",
      skill_version_after: null,
      consolidated_from: [],
      archive_path: null,
      curator_kind: "llm",
      curator_model: "anthropic:claude-haiku-4-5",
      curator_cost_usd,
      curator_pricing_version: null,
      curator_latency_ms: 1,
      rationale: "",
      signals: { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null },
    },
  ];
}

function callOf(curator_run_id: string, call_id: string): Payload {
  return {
    curator_run_id,
    call_id,
    purpose: "archive",
    skill_ids: ["alpha"],
    model: "anthropic:claude-haiku-4-5",
  };
}

function callStarted([run, call, estimated_cost_usd]: readonly [string, string, string]): Draft {
  return ["curator.call_started", { ...callOf(run, call), estimated_cost_usd }];
}

function callCompleted([run, call, cost_usd]: readonly [string, string, string]): Draft {
  const bill = {
    input_tokens: 1,
    output_tokens: 1,
    pricing_version: null,
    latency_ms: 1,
    verdict: "confirmed",
  };
  return ["curator.call_completed", { ...callOf(run, call), ...bill, cost_usd }];
}

function runStarted(curator_run_id: string): Draft {
  const fixed = {
    source: "workspace",
    trigger: "explicit_cli",
    candidates_considered: 1,
    config_snapshot: {},
  };
  return ["curator.run_started", { curator_run_id, ...fixed }];
}

function runFinished([curator_run_id, throttled_reason]: readonly [string, string]): Draft {
  const fixed = { source: "workspace", actions_taken: 0, spend_usd: "0", duration_ms: 1 };
  return ["curator.run_finished", { curator_run_id, throttled_reason, ...fixed }];
}
