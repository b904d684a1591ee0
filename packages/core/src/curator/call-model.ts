import type { EventEnvelope } from "../events/envelope.ts";
import {
  type BudgetRefusal,
  costOf,
  type ModelPrice,
  type Reservation,
  type Usd,
  ZERO_USD,
} from "../money/index.ts";
import type { AuxiliaryModel, ModelAnswer, ModelRequest } from "../ports/auxiliary-model.ts";
import { maskSecrets, redactSecrets, restoreSecrets, type SecretVault } from "../secrets/index.ts";
import { decodeVerdict, type Verdict } from "../verdicts/index.ts";
import type { AnswerFault } from "./answer-fault.ts";
import { type CallContext, costsMoney } from "./call-context.ts";
import { type CallEnd, callCompletedEvent, callStartedEvent, isCountable } from "./call-events.ts";
import type { PreparedCall } from "./prepare-candidate.ts";

/** One attempt's outcome after decoding; its cost is settled, booked and recorded. */
export type CallResult =
  | {
      readonly kind: "verdict";
      /** With its secrets back, its rationale or reason without any. */
      readonly verdict: Verdict;
      /** The rationale or reason had a secret in it. */
      readonly redacted: boolean;
      readonly latencyMs: number;
    }
  | UnusableAnswer
  /** The budget has no room for this call; it was not made. */
  | { readonly kind: "unaffordable"; readonly refusal: BudgetRefusal };

export interface UnusableAnswer {
  readonly kind: "unusable";
  /** As recorded: the provider or code refused, the answer cannot be read, or none came. */
  readonly reason: "refused" | "malformed" | "error";
  readonly skipKind: string;
  /** No usable answer came from the provider at all. */
  readonly errored: boolean;
  /** One line without secrets. */
  readonly message: string;
  readonly latencyMs: number;
  /** Set when the same call may succeed later. */
  readonly retry?: { readonly afterMs: number | null };
}

/** What code refuses in an answer that decodes; null when it may be used. */
export type FindFault = (verdict: Verdict, vault: SecretVault) => Promise<AnswerFault | null>;

/** Money set aside beforehand, and the UTC day it was set aside on. */
export interface HeldMoney {
  readonly reservation: Reservation;
  readonly day: string;
}

/**
 * Asks once, on money that is held for it or set aside now. A paid call is recorded before it leaves and after it
 * came back, both durably (CONTRACTS 4.4, 8.5); an error after sending and token counts that cannot be read count
 * as the estimate. Secrets are put back before any check of what becomes of a skill (CONTRACTS 8.1). What
 * `findFault` refuses is recorded as refused, so that the same candidate is not asked again (CONTRACTS 8.6). Throws
 * `TraceError` when a call cannot be recorded: an unrecorded call must not be made, and what it may have cost stays
 * set aside and booked.
 */
export async function callModel(
  context: CallContext,
  call: PreparedCall,
  held: HeldMoney | null,
  findFault: FindFault,
): Promise<CallResult> {
  const { deps, model, price } = context;
  const { request, estimateUsd } = call;
  const callId = deps.ids.next();
  const started = callStartedEvent(context, request, estimateUsd, callId);
  const reservation = await setAside(context, estimateUsd, held, started?.timestampUs ?? deps.clock.nowUs());
  if (reservation.kind !== "reserved") return { kind: "unaffordable", refusal: reservation };
  const settle = price === null ? () => {} : context.book.open(request.purpose, estimateUsd);
  await record(context, started);
  const startedMs = deps.clock.monotonicMs();
  const answer = await askSafely(model, request, context.signal);
  const latencyMs = Math.round(deps.clock.monotonicMs() - startedMs);
  const costUsd = settledCost(answer, price, estimateUsd);
  const result = await judge(context, call, answer, latencyMs, findFault);
  const end = { answer, verdict: recordedVerdict(result), costUsd, latencyMs };
  await record(context, callCompletedEvent(context, request, callId, end));
  reservation.settle(costUsd);
  settle(costUsd);
  return result;
}

/** Money of another day is of no use: a call belongs to the day it starts on (CONTRACTS 9.4). */
async function setAside(
  { budget, countedDay }: CallContext,
  estimateUsd: Usd,
  held: HeldMoney | null,
  atUs: number,
): Promise<Reservation | BudgetRefusal> {
  const day = await countedDay(atUs);
  if (held !== null && held.day === day && held.reservation.estimateUsd === estimateUsd)
    return held.reservation;
  held?.reservation.settle(ZERO_USD);
  return budget.reserve(estimateUsd, day);
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

async function judge(
  context: CallContext,
  call: PreparedCall,
  answer: ModelAnswer,
  latencyMs: number,
  findFault: FindFault,
): Promise<Exclude<CallResult, { kind: "unaffordable" }>> {
  const mask = maskSecrets(call.secretTexts);
  const unusable = async (
    reason: UnusableAnswer["reason"],
    message: string,
    more: Partial<Pick<UnusableAnswer, "skipKind" | "errored" | "retry">> = {},
  ): Promise<UnusableAnswer> => {
    const { text } = await redactSecrets(context.deps.secrets, mask(message));
    return { kind: "unusable", reason, skipKind: reason, errored: false, message: text, latencyMs, ...more };
  };
  if (answer.kind === "error") {
    const retry = answer.retry === undefined ? {} : { retry: answer.retry };
    return unusable("error", answer.message, { errored: true, ...retry });
  }
  // Some servers of one's own do not count; where every price is 0 nothing hangs on it.
  if (!isCountable(answer.usage) && costsMoney(context.price)) {
    return unusable("malformed", "the answer's token counts cannot be read");
  }
  if (answer.kind === "refused") return unusable("refused", answer.message, { errored: true });
  if (answer.truncated) return unusable("malformed", "the answer was cut off at the token limit");
  const decoded = decodeVerdict(answer.text, call.request.dossier);
  if (decoded.kind === "malformed") return unusable("malformed", decoded.message);
  const restored = restoreSecrets(decoded.verdict, call.vault);
  if (restored.kind === "refused") {
    return unusable("refused", restored.message, { skipKind: "secret-placeholder" });
  }
  const { verdict, redacted } = restored;
  const fault = await findFault(verdict, call.vault);
  if (fault !== null) return unusable("refused", fault.message, { skipKind: fault.skipKind });
  return { kind: "verdict", verdict, redacted, latencyMs };
}

function recordedVerdict(result: Exclude<CallResult, { kind: "unaffordable" }>): CallEnd["verdict"] {
  if (result.kind === "unusable") return result.reason;
  const { action } = result.verdict;
  return action === "keep" || action === "skip" ? "declined" : "confirmed";
}

async function record({ deps }: CallContext, event: EventEnvelope | null): Promise<void> {
  if (event === null) return;
  await deps.trace.append([event], "full");
  await deps.announce([event]);
}
