import type { EventEnvelope } from "../events/envelope.ts";
import type { Usd } from "../money/index.ts";
import type { ModelAnswer, ModelRequest, TokenUsage } from "../ports/auxiliary-model.ts";
import type { Dossier } from "../verdicts/index.ts";
import type { CallContext } from "./call-context.ts";
import { makeValidEvent } from "./make-valid-event.ts";

const NO_USAGE: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** A provider's counts are foreign input: what is no count of tokens cannot be priced. */
export function isCountable(usage: TokenUsage): boolean {
  const { inputTokens, outputTokens, cachedInputTokens, cacheCreationInputTokens } = usage;
  const counts = [inputTokens, outputTokens, cachedInputTokens, cacheCreationInputTokens];
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0);
}

/** Names of the skills a call is about. */
function skillsOf(dossier: Dossier): readonly string[] {
  return dossier.purpose === "archive" || dossier.purpose === "edit"
    ? [dossier.skill.name]
    : dossier.members.map(({ name }) => name);
}

/** `curator.call_started` of a call that is about to leave; null for a free model: only paid calls are recorded. */
export function callStartedEvent(
  context: CallContext,
  { purpose, dossier }: ModelRequest,
  estimateUsd: Usd,
  callId: string,
): EventEnvelope | null {
  return callEvent(context, "curator.call_started", {
    call_id: callId,
    purpose,
    skill_ids: skillsOf(dossier),
    model: context.model.id,
    estimated_cost_usd: estimateUsd,
    candidate_hash: context.candidateHash,
  });
}

/** How a call ended, for its record. */
export interface CallEnd {
  readonly answer: ModelAnswer;
  readonly verdict: "confirmed" | "declined" | "refused" | "malformed" | "error";
  readonly costUsd: Usd;
  readonly latencyMs: number;
}

/** `curator.call_completed` of a call that came back; null for a free model. */
export function callCompletedEvent(
  context: CallContext,
  { purpose, dossier }: ModelRequest,
  callId: string,
  { answer, verdict, costUsd, latencyMs }: CallEnd,
): EventEnvelope | null {
  const usage = answer.kind === "error" || !isCountable(answer.usage) ? NO_USAGE : answer.usage;
  return callEvent(context, "curator.call_completed", {
    call_id: callId,
    purpose,
    skill_ids: skillsOf(dossier),
    model: context.model.id,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cost_usd: costUsd,
    pricing_version: context.deps.prices.version,
    latency_ms: latencyMs,
    verdict,
    candidate_hash: context.candidateHash,
  });
}

function callEvent(
  context: CallContext,
  type: string,
  payload: Record<string, unknown>,
): EventEnvelope | null {
  const { deps, price, runId, sessionId } = context;
  if (price === null) return null;
  return makeValidEvent(deps, {
    type,
    sessionId,
    payload: { root: deps.root.key, curator_run_id: runId, ...payload },
  });
}
