import { ZERO_USD } from "../money/index.ts";
import type { CallContext } from "./call-context.ts";
import { type CallResult, callModel, type FindFault, type HeldMoney } from "./call-model.ts";
import type { PreparedCall } from "./prepare-candidate.ts";

/** Calls made again after one that may succeed later; each is paid for (CONTRACTS 8.5). */
export const CALL_RETRIES_MAX = 2;
/** Wait before the first retry; it doubles with each. */
export const RETRY_WAIT_MS = 1_000;
/** Longest wait that a provider may ask for; a longer one is not waited for at all. */
export const RETRY_WAIT_MS_MAX = 60_000;

/** A call that Ctrl-C ended, or that was not begun for it; no failure of the model. */
export interface InterruptedCall {
  readonly kind: "interrupted";
}

export type AttemptsResult = CallResult | InterruptedCall;

/**
 * Asks until there is an answer, at most `CALL_RETRIES_MAX` times more after errors that may pass by themselves. Each
 * attempt is a call of its own: reserved, recorded and settled (CONTRACTS 8.5). Without room in the budget, after too
 * long a wait asked for, or once interrupted, the last result stands. The latency is that of all attempts, without
 * the waits. Throws as `callModel`.
 */
export async function callWithRetries(
  context: CallContext,
  call: PreparedCall,
  held: HeldMoney,
  findFault: FindFault,
): Promise<AttemptsResult> {
  const { deps, signal } = context;
  let money: HeldMoney | null = held;
  let last: Extract<CallResult, { kind: "unusable" }> | null = null;
  let latencyMs = 0;
  for (let retries = 0; ; retries++) {
    if (isAborted(signal)) {
      money?.reservation.settle(ZERO_USD);
      return { kind: "interrupted" };
    }
    const result = await callModel(context, call, money, findFault);
    money = null;
    if (result.kind === "unaffordable") return last ?? result;
    latencyMs += result.latencyMs;
    if (result.kind === "verdict") return { ...result, latencyMs };
    last = { ...result, latencyMs };
    if (isAborted(signal) && result.reason === "error") return { kind: "interrupted" };
    const waitMs = result.retry === undefined ? null : findRetryWait(retries, result.retry.afterMs);
    if (waitMs === null) return last;
    await context.onWait?.(waitMs);
    await deps.wait(waitMs, signal);
    await context.onWait?.(null);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Milliseconds to wait before retry number `retries` + 1; null when there must be none. */
export function findRetryWait(retries: number, afterMs: number | null): number | null {
  if (retries >= CALL_RETRIES_MAX) return null;
  const asked = afterMs === null || !Number.isFinite(afterMs) ? 0 : afterMs;
  if (asked > RETRY_WAIT_MS_MAX) return null;
  return Math.min(RETRY_WAIT_MS_MAX, Math.max(RETRY_WAIT_MS * 2 ** retries, asked));
}
