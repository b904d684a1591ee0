import type { EventEnvelope } from "../events/envelope.ts";
import { maxUsd, parseUsd, type Usd } from "../money/index.ts";
import { payloadText } from "./payload.ts";

/** One paid call: what it was feared to cost, and what it did. */
export interface PaidCall {
  readonly runId: string | null;
  readonly purpose: string;
  /** When it started; its end where the start is not on record. */
  readonly atUs: number;
  /** Null when no start with a readable estimate is on record. */
  readonly estimateUsd: Usd | null;
  /** Null while no end with a readable cost is on record: the call was cut off. */
  readonly costUsd: Usd | null;
}

/** Returns the paid calls among a root's acts, in order of their first event (CONTRACTS 4.4). */
export function foldCalls(acts: Iterable<EventEnvelope>): readonly PaidCall[] {
  const calls = new Map<string, PaidCall>();
  for (const event of acts) {
    const isStart = event.type === "curator.call_started";
    if (!isStart && event.type !== "curator.call_completed") continue;
    const id = payloadText(event.payload, "call_id") ?? event.id;
    calls.set(id, joined(calls.get(id), event, isStart));
  }
  return [...calls.values()];
}

function joined(before: PaidCall | undefined, event: EventEnvelope, isStart: boolean): PaidCall {
  const { payload, timestampUs } = event;
  const estimateUsd = isStart ? parseUsd(payload["estimated_cost_usd"]) : null;
  const costUsd = isStart ? null : parseUsd(payload["cost_usd"]);
  return {
    runId: payloadText(payload, "curator_run_id") ?? before?.runId ?? null,
    purpose: payloadText(payload, "purpose") ?? before?.purpose ?? "unknown",
    atUs: Math.min(timestampUs, before?.atUs ?? timestampUs),
    estimateUsd: largest(before?.estimateUsd ?? null, estimateUsd),
    costUsd: largest(before?.costUsd ?? null, costUsd),
  };
}

function largest(left: Usd | null, right: Usd | null): Usd | null {
  return left === null || right === null ? (left ?? right) : maxUsd(left, right);
}
