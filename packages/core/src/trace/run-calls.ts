import type { EventEnvelope, Payload } from "../events/envelope.ts";
import { parseUsd } from "../money/index.ts";
import type { RunCall } from "../ports/analytics-reader.ts";
import { payloadText, payloadTexts } from "./payload.ts";
import { payloadNumber } from "./payload-fields.ts";

interface CallEvents {
  started: EventEnvelope | null;
  completed: EventEnvelope | null;
}

/** The paid calls among the events of one run, in the order they first appear; start and end joined by their id. */
export function foldRunCalls(events: readonly EventEnvelope[]): readonly RunCall[] {
  const calls = new Map<string, CallEvents>();
  for (const event of events) {
    const isStart = event.type === "curator.call_started";
    if (!isStart && event.type !== "curator.call_completed") continue;
    const callId = payloadText(event.payload, "call_id") ?? event.id;
    const call = calls.get(callId) ?? { started: null, completed: null };
    calls.set(callId, call);
    if (isStart) call.started ??= event;
    else call.completed ??= event;
  }
  return [...calls].map(([callId, call]) => callOf(callId, call));
}

function callOf(callId: string, { started, completed }: CallEvents): RunCall {
  const first: Payload = started?.payload ?? completed?.payload ?? {};
  const end: Payload = completed?.payload ?? {};
  return {
    callId,
    startedAtUs: started?.timestampUs ?? null,
    completedAtUs: completed?.timestampUs ?? null,
    purpose: payloadText(first, "purpose"),
    skills: payloadTexts(first, "skill_ids"),
    model: payloadText(first, "model"),
    estimatedCostUsd: parseUsd(started?.payload["estimated_cost_usd"]),
    costUsd: parseUsd(end["cost_usd"]),
    inputTokens: payloadNumber(end, "input_tokens"),
    outputTokens: payloadNumber(end, "output_tokens"),
    latencyMs: payloadNumber(end, "latency_ms"),
    verdict: payloadText(end, "verdict"),
  };
}
