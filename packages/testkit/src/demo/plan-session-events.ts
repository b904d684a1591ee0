import { buildPriceTable, costOf, findPrice, sumUsd, type Usd } from "@metis-curate/core";
import type { DemoEvent, DemoSession } from "./demo-plan.ts";
import { US_PER_SECOND } from "./plan-sessions.ts";
import type { RenamedTool } from "./renamed-tools.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A skill as a session loads it. */
export interface DemoLoad {
  readonly skill: string;
  readonly version: string;
  readonly sizeTokens: number;
  /** The tool that the skill names and that is not there any more; null when all goes well. */
  readonly missing: RenamedTool | null;
  readonly feedback: "success" | "partial" | "failure" | null;
}

export interface SessionContent {
  readonly session: DemoSession;
  readonly loads: readonly DemoLoad[];
  /** Share of the tool calls that fail by chance. */
  readonly failureShare: number;
}

const PROVIDER = "anthropic";
const MODELS = ["claude-sonnet-4-6", "claude-sonnet-4-6", "claude-opus-4-7"] as const;
const PRICES = buildPriceTable();
const TOOLS = [
  ["read_file", "read"],
  ["edit_file", "write"],
  ["run_command", "execute"],
  ["search", "read"],
  ["fetch_url", "network"],
] as const;
const FAILURES = ["timeout", "not_found", "validation_error", "execution_error"] as const;
const CYCLES_MIN = 9;
const CYCLES_MAX = 16;
const FAILURES_AFTER_BAD_LOAD = 2;

/** Writes down one session as it goes; `seconds` is its clock. */
class SessionScript {
  readonly events: DemoEvent[] = [];
  readonly costs: Usd[] = [];
  seconds = 1;
  private toolUses = 0;
  private readonly session: DemoSession;

  constructor(session: DemoSession) {
    this.session = session;
  }

  add(type: DemoEvent["type"], payload: DemoEvent["payload"], more: Partial<DemoEvent> = {}): void {
    const atUs = this.session.startUs + Math.floor(this.seconds * US_PER_SECOND);
    this.events.push({ atUs, session: this.session.number, type, payload, ...more });
  }

  nextToolUse(): string {
    this.toolUses += 1;
    return `toolu_${this.session.number}_${this.toolUses}`;
  }
}

/** Returns the events of one session by time: its start, thinking, tools, skill loads, judgement and end. */
export function planSessionEvents(random: SeededRandom, content: SessionContent): readonly DemoEvent[] {
  const { session, loads } = content;
  const script = new SessionScript(session);
  const model = random.pick(MODELS);
  script.add("session.created", startPayload(model), { lacks: "workspace" });
  const cycles = Math.max(random.between(CYCLES_MIN, CYCLES_MAX), loads.length + 2);
  // Loads come early: a session begins by finding out how.
  const pauseSeconds = (session.endUs - session.startUs) / US_PER_SECOND / (cycles + loads.length + 2);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    script.seconds += pauseSeconds * 0.9;
    addThought(random, script, model);
    const load = loads[cycle];
    if (load !== undefined) addLoad(random, script, load);
    addTool(random, script, random.chance(content.failureShare) ? random.pick(FAILURES) : null);
  }
  addEnd(random, script, content, cycles);
  return script.events;
}

function startPayload(model: string): DemoEvent["payload"] {
  return { initial_active_model: `${PROVIDER}:${model}`, routing_policy_version: null };
}

function addThought(random: SeededRandom, script: SessionScript, model: string): void {
  const usage = {
    inputTokens: random.between(200, 4_000),
    outputTokens: random.between(50, 1_500),
    cachedInputTokens: random.between(0, 30_000),
    cacheCreationInputTokens: random.between(0, 2_000),
  };
  const price = findPrice(PRICES, `${PROVIDER}:${model}`);
  if (price === null) throw new Error(`no price for ${model}`);
  const cost = costOf(price, usage);
  script.costs.push(cost);
  script.add("llm.call_completed", {
    model,
    provider: PROVIDER,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cost_usd: cost,
    pricing_version: PRICES.version,
    latency_ms: random.between(400, 9_000),
    stop_reason: "tool_use",
    produced_tool_calls: 1,
    produced_thinking_blocks: random.between(0, 1),
  });
}

function addLoad(random: SeededRandom, script: SessionScript, load: DemoLoad): void {
  const id = addCall(random, script, "skill_load", "read");
  script.seconds += 1;
  script.add("skill.loaded", {
    skill_id: load.skill,
    skill_version: load.version,
    load_reason: random.chance(0.8) ? "on_demand" : "auto_suggested",
    load_size_tokens: load.sizeTokens,
    source: "workspace",
    triggered_by_tool_use_id: id,
  });
  addSuccess(random, script, id);
  if (load.missing === null) return;
  for (let count = 0; count < FAILURES_AFTER_BAD_LOAD; count += 1) {
    addFailure(random, script, addCall(random, script, load.missing.old, "execute"), "not_found");
  }
  // The agent finds out by itself what the tool is called now; the skill does not.
  addTool(random, script, null, load.missing.now);
}

function addTool(
  random: SeededRandom,
  script: SessionScript,
  failure: string | null,
  toolName?: string,
): void {
  const [name, effects] = TOOLS.find(([known]) => known === toolName) ?? random.pick(TOOLS);
  const id = addCall(random, script, name, effects);
  script.seconds += 2;
  if (failure === null) addSuccess(random, script, id);
  else addFailure(random, script, id, failure);
}

function addFailure(random: SeededRandom, script: SessionScript, id: string, errorClass: string): void {
  script.add("tool.failed", {
    tool_use_id: id,
    error_class: errorClass,
    error_message: "",
    latency_ms: random.between(20, 4_000),
  });
}

function addCall(random: SeededRandom, script: SessionScript, name: string, effects: string): string {
  const id = script.nextToolUse();
  script.seconds += 1;
  script.add("tool.called", {
    tool_use_id: id,
    tool_name: name,
    input_hash: random.between(0, 0xffff_ffff).toString(16).padStart(8, "0"),
    input_size_bytes: random.between(20, 900),
    side_effects: effects,
  });
  return id;
}

function addSuccess(random: SeededRandom, script: SessionScript, id: string): void {
  script.add("tool.completed", {
    tool_use_id: id,
    success: true,
    output_size_bytes: random.between(0, 20_000),
    latency_ms: random.between(5, 3_000),
    files_modified: null,
    command_executed: null,
  });
}

function addEnd(random: SeededRandom, script: SessionScript, content: SessionContent, turns: number): void {
  const { session, loads } = content;
  for (const { skill, feedback } of loads) {
    if (feedback !== null) script.add("skill.feedback", { skill_id: skill, outcome: feedback });
  }
  const failed = loads.some(({ missing }) => missing !== null);
  script.add("eval.completed", {
    subject_kind: "session",
    subject_id: `session-${session.number}`,
    score: failed ? 0.3 : 0.6 + random.between(0, 40) / 100,
    confidence: 0.7,
  });
  script.seconds += 1;
  script.add("session.ended", {
    disposition: failed ? "error" : "completed",
    turn_count: turns,
    total_cost_usd: sumUsd(script.costs),
    duration_seconds: Math.round(script.seconds),
  });
}
