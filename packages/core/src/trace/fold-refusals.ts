import type { EventEnvelope } from "../events/envelope.ts";
import { eventSignals, payloadText, payloadTexts } from "./payload.ts";
import type { RefusalRecord } from "./root-history.ts";
import type { ScopedEvent } from "./scoped-event.ts";

/**
 * Returns the memory of "no" by insertion: candidates whose call was declined or refused, and candidates of
 * actions that were undone, each with the model that judged them. What was undone is found by
 * `signals.undoes`; an action that does not name its candidate is traced to its run's call. CONTRACTS 8.6.
 */
export function foldRefusals(events: readonly ScopedEvent[], nowUs: number): readonly RefusalRecord[] {
  const calls = new Map<string, EventEnvelope>();
  const acts = new Map<string, EventEnvelope>();
  const refusals: RefusalRecord[] = [];
  for (const { event, scope, atUs } of events) {
    if (!scope.act) continue;
    if (event.type === "curator.call_started")
      calls.set(payloadText(event.payload, "call_id") ?? event.id, event);
    if (event.type === "skill.curated") acts.set(event.id, event);
    const refused = refusedCandidate(event, calls) ?? undoneCandidate(event, acts, calls);
    if (refused !== null) refusals.push({ ...refused, atUs: atUs ?? nowUs });
  }
  return refusals;
}

type RefusedCandidate = Omit<RefusalRecord, "atUs">;

function refusedCandidate(
  event: EventEnvelope,
  calls: ReadonlyMap<string, EventEnvelope>,
): RefusedCandidate | null {
  if (event.type !== "curator.call_completed") return null;
  const verdict = event.payload["verdict"];
  if (verdict !== "declined" && verdict !== "refused") return null;
  const call = calls.get(payloadText(event.payload, "call_id") ?? "");
  return refusalOf(
    payloadText(event.payload, "candidate_hash") ?? callHash(call),
    payloadText(event.payload, "model") ?? callModel(call),
  );
}

function undoneCandidate(
  event: EventEnvelope,
  acts: ReadonlyMap<string, EventEnvelope>,
  calls: ReadonlyMap<string, EventEnvelope>,
): RefusedCandidate | null {
  const undone = acts.get(payloadText(eventSignals(event), "undoes") ?? "");
  if (undone === undefined) return null;
  const call = callOf(undone, calls);
  return refusalOf(
    payloadText(eventSignals(undone), "candidate_hash") ?? callHash(call),
    payloadText(undone.payload, "curator_model") ?? callModel(call),
  );
}

function callOf(act: EventEnvelope, calls: ReadonlyMap<string, EventEnvelope>): EventEnvelope | undefined {
  const runId = payloadText(act.payload, "curator_run_id");
  const skill = payloadText(act.payload, "skill_id");
  if (runId === null || skill === null) return undefined;
  return [...calls.values()].findLast(
    ({ payload }) =>
      payload["curator_run_id"] === runId && payloadTexts(payload, "skill_ids").includes(skill),
  );
}

function callHash(call: EventEnvelope | undefined): string | null {
  return call === undefined ? null : payloadText(call.payload, "candidate_hash");
}

function callModel(call: EventEnvelope | undefined): string | null {
  return call === undefined ? null : payloadText(call.payload, "model");
}

function refusalOf(candidateHash: string | null, model: string | null): RefusedCandidate | null {
  return candidateHash === null || model === null ? null : { candidateHash, model };
}
