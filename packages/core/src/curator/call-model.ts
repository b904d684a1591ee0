import type { Purpose } from "../events/catalog/curator-call.ts";
import { costOf, estimateCostOf, findPrice, type ModelPrice, type Usd, ZERO_USD } from "../money/index.ts";
import type { AuxiliaryModel, ModelAnswer, ModelRequest, TokenUsage } from "../ports/auxiliary-model.ts";
import { type Dossier, decodeVerdict, type Verdict } from "../verdicts/index.ts";
import type { AnswerFault } from "./answer-fault.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { makeValidEvent } from "./make-valid-event.ts";

/** One call's outcome after decoding; the cost is settled and recorded. */
export type CallResult =
  | { readonly kind: "verdict"; readonly verdict: Verdict; readonly costUsd: Usd; readonly latencyMs: number }
  | {
      readonly kind: "unusable";
      /** As recorded: the provider or code refused, the answer cannot be read, or none came. */
      readonly reason: "refused" | "malformed" | "error";
      readonly skipKind: string;
      /** No usable answer came from the provider at all. */
      readonly errored: boolean;
      readonly message: string;
      readonly costUsd: Usd;
      readonly latencyMs: number;
    };

export interface CallContext {
  readonly deps: CuratorDeps;
  readonly model: AuxiliaryModel;
  /** Null for a free model. */
  readonly price: ModelPrice | null;
  readonly runId: string;
  readonly sessionId: string;
  readonly candidateHash: string;
  readonly signal?: AbortSignal;
}

const NO_USAGE: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** The price of the model, null when it is free. Throws RangeError for a model without a price (refused earlier). */
export function priceOf(deps: CuratorDeps, model: AuxiliaryModel): ModelPrice | null {
  if (model.free) return null;
  const price = findPrice(deps.prices, model.id);
  if (price === null) throw new RangeError(`no price for model ${model.id}`);
  return price;
}

/** Upper bound of a request's cost (CONTRACTS 9.2). */
export function estimateRequest(model: AuxiliaryModel, price: ModelPrice | null, request: ModelRequest): Usd {
  return price === null ? ZERO_USD : estimateCostOf(price, model.estimate(request));
}

/**
 * Asks once. A paid call is recorded before it leaves and after it came back, both durably (CONTRACTS 4.4,
 * 8.5); an error after sending and token counts that cannot be read count as the estimate. Throws `TraceError` when a call cannot be recorded:
 * an unrecorded call must not be made. `findFault` says what code refuses in an answer that decodes: it is
 * recorded as refused, so that the same candidate is not asked again (CONTRACTS 8.6).
 */
export async function callModel(
  context: CallContext,
  dossier: Dossier,
  findFault: (verdict: Verdict) => AnswerFault | null = () => null,
): Promise<CallResult> {
  const { deps, model, price } = context;
  const request: ModelRequest = { purpose: dossier.purpose, dossier };
  const estimate = estimateRequest(model, price, request);
  const callId = deps.ids.next();
  await recordStart(context, dossier, callId, estimate);
  const startedMs = deps.clock.monotonicMs();
  const answer = await askSafely(model, request, context.signal);
  const latencyMs = Math.round(deps.clock.monotonicMs() - startedMs);
  const costUsd = settledCost(answer, price, estimate);
  const result = withoutFault(judge(answer, dossier, costUsd, latencyMs), findFault);
  await recordEnd(context, dossier.purpose, dossier, callId, answer, result);
  return result;
}

async function askSafely(
  model: AuxiliaryModel,
  request: ModelRequest,
  signal?: AbortSignal,
): Promise<ModelAnswer> {
  try {
    return await model.ask(request, signal);
  } catch (error) {
    return { kind: "error", message: error instanceof Error ? error.message : String(error), sent: true };
  }
}

function settledCost(answer: ModelAnswer, price: ModelPrice | null, estimate: Usd): Usd {
  if (price === null) return ZERO_USD;
  if (answer.kind === "error") return answer.sent ? estimate : ZERO_USD;
  return isCountable(answer.usage) ? costOf(price, answer.usage) : estimate;
}

/** A provider's counts are foreign input: what is no count of tokens cannot be priced. */
function isCountable(usage: TokenUsage): boolean {
  const { inputTokens, outputTokens, cachedInputTokens, cacheCreationInputTokens } = usage;
  const counts = [inputTokens, outputTokens, cachedInputTokens, cacheCreationInputTokens];
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0);
}

function judge(answer: ModelAnswer, dossier: Dossier, costUsd: Usd, latencyMs: number): CallResult {
  const unusable = (reason: "refused" | "malformed" | "error", message: string): CallResult => ({
    kind: "unusable",
    reason,
    skipKind: reason,
    errored: reason !== "malformed",
    message,
    costUsd,
    latencyMs,
  });
  if (answer.kind === "error") return unusable("error", answer.message);
  if (!isCountable(answer.usage)) return unusable("malformed", "the answer's token counts cannot be read");
  if (answer.kind === "refused") return unusable("refused", answer.message);
  if (answer.truncated) return unusable("malformed", "the answer was cut off at the token limit");
  const decoded = decodeVerdict(answer.text, dossier);
  if (decoded.kind === "malformed") return unusable("malformed", decoded.message);
  return { kind: "verdict", verdict: decoded.verdict, costUsd, latencyMs };
}

function withoutFault(result: CallResult, findFault: (verdict: Verdict) => AnswerFault | null): CallResult {
  const fault = result.kind === "verdict" ? findFault(result.verdict) : null;
  if (fault === null) return result;
  const { costUsd, latencyMs } = result;
  return { kind: "unusable", reason: "refused", errored: false, costUsd, latencyMs, ...fault };
}

/** Names of the skills a call is about. */
export function skillsOf(dossier: Dossier): readonly string[] {
  return dossier.purpose === "archive" || dossier.purpose === "edit"
    ? [dossier.skill.name]
    : dossier.members.map(({ name }) => name);
}

async function recordStart(
  context: CallContext,
  dossier: Dossier,
  callId: string,
  estimate: Usd,
): Promise<void> {
  if (context.price === null) return;
  await record(context, "curator.call_started", {
    call_id: callId,
    purpose: dossier.purpose,
    skill_ids: skillsOf(dossier),
    model: context.model.id,
    estimated_cost_usd: estimate,
    candidate_hash: context.candidateHash,
  });
}

async function recordEnd(
  context: CallContext,
  purpose: Purpose,
  dossier: Dossier,
  callId: string,
  answer: ModelAnswer,
  result: CallResult,
): Promise<void> {
  if (context.price === null) return;
  const usage = answer.kind === "error" || !isCountable(answer.usage) ? NO_USAGE : answer.usage;
  await record(context, "curator.call_completed", {
    call_id: callId,
    purpose,
    skill_ids: skillsOf(dossier),
    model: context.model.id,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cost_usd: result.costUsd,
    pricing_version: context.deps.prices.version,
    latency_ms: result.latencyMs,
    verdict: result.kind === "verdict" ? confirmation(result.verdict) : result.reason,
    candidate_hash: context.candidateHash,
  });
}

function confirmation(verdict: Verdict): "confirmed" | "declined" {
  return verdict.action === "keep" || verdict.action === "skip" ? "declined" : "confirmed";
}

async function record(context: CallContext, type: string, payload: Record<string, unknown>): Promise<void> {
  const { deps, runId, sessionId } = context;
  const event = makeValidEvent(deps, {
    type,
    sessionId,
    payload: { root: deps.root.key, curator_run_id: runId, ...payload },
  });
  await deps.trace.append([event], "full");
  await deps.announce([event]);
}
