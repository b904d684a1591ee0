import type { EventEnvelope, Payload } from "../events/envelope.ts";
import { maxUsd, parseUsd, sumUsd, type Usd, ZERO_USD } from "../money/index.ts";
import type { StoredEvent, TimeWindow } from "../ports/trace-store.ts";
import { payloadText } from "./payload.ts";

/** The types `foldSpend` reads. */
export const SPEND_EVENT_TYPES = ["curator.call_started", "curator.call_completed", "skill.curated"] as const;

/** A call and the action it led to never lie further apart. */
const SPEND_MARGIN_US = 7 * 86_400_000_000;

/** One paid call, or one action of a run without calls. */
export interface SpendItem {
  readonly costUsd: Usd;
  /** When the call started. */
  readonly atUs: number;
  readonly sessionId: string;
  readonly runId: string | null;
  /** As configured, such as `anthropic:claude-haiku-4-5`. */
  readonly model: string | null;
}

interface Call {
  started: EventEnvelope | null;
  completed: EventEnvelope | null;
  estimate: Usd | null;
  cost: Usd | null;
}

/**
 * The exact curator spend of one root (of every root for null) in a window: the cost of each call that
 * started in it, its estimate where no cost was recorded or the cost cannot be read, and the cost of the
 * actions of runs without any call. Events without a root count for every root: a cap errs on the side of
 * not spending. The events must span `spendScanWindow`, in any order. CONTRACTS 9.4.
 */
export function foldSpend(events: Iterable<StoredEvent>, rootKey: string | null, window: TimeWindow): Usd {
  return sumUsd(foldSpendItems(events, rootKey, window).map(({ costUsd }) => costUsd));
}

/** What `foldSpend` sums, item by item. */
export function foldSpendItems(
  events: Iterable<StoredEvent>,
  rootKey: string | null,
  window: TimeWindow,
): readonly SpendItem[] {
  const calls = new Map<string, Call>();
  const runsWithCalls = new Set<unknown>();
  const actions: EventEnvelope[] = [];
  for (const { event } of events) {
    const { type, payload } = event;
    if (!concernsRoot(payload, rootKey)) continue;
    if (type === "skill.curated") {
      if (isInWindow(event.timestampUs, window)) actions.push(event);
    } else if (type === "curator.call_started" || type === "curator.call_completed") {
      runsWithCalls.add(payload["curator_run_id"]);
      recordCall(calls, event);
    }
  }
  const uncalled = actions
    .filter(({ payload }) => !runsWithCalls.has(payload["curator_run_id"]))
    .map((event) => itemOf(event, usdOf(event.payload, "curator_cost_usd"), "curator_model"));
  const called = [...calls.values()].flatMap((call) => {
    const event = call.started ?? call.completed;
    if (event === null || !isInWindow(event.timestampUs, window)) return [];
    return [itemOf(event, call.cost ?? call.estimate, "model")];
  });
  return [...called, ...uncalled];
}

/** The times between which events can matter to the spend of a window: a call may end long after its start. */
export function spendScanWindow(window: TimeWindow): TimeWindow {
  return { fromUs: window.fromUs - SPEND_MARGIN_US, untilUs: window.untilUs + SPEND_MARGIN_US };
}

/** Whether a curator event counts for a root: it names that root, or none (any event for null). */
export function concernsRoot(payload: Payload, rootKey: string | null): boolean {
  const root = payload["root"];
  return rootKey === null || root === rootKey || typeof root !== "string";
}

/** Whether `fromUs` ≤ t < `untilUs`. */
export function isInWindow(timestampUs: number, window: TimeWindow): boolean {
  return timestampUs >= window.fromUs && timestampUs < window.untilUs;
}

function recordCall(calls: Map<string, Call>, event: EventEnvelope): void {
  const callId = event.payload["call_id"];
  // A call that lost its id is a call of its own: it still cost money.
  const key = typeof callId === "string" ? `call ${callId}` : `event ${event.id}`;
  const call = calls.get(key) ?? { started: null, completed: null, estimate: null, cost: null };
  calls.set(key, call);
  if (event.type === "curator.call_started") {
    call.started = earlier(call.started, event);
    call.estimate = largest(call.estimate, usdOf(event.payload, "estimated_cost_usd"));
  } else {
    call.completed = earlier(call.completed, event);
    call.cost = largest(call.cost, usdOf(event.payload, "cost_usd"));
  }
}

/** By time, then by id: whatever the order they are read in. */
function earlier(left: EventEnvelope | null, right: EventEnvelope): EventEnvelope {
  if (left === null) return right;
  if (left.timestampUs !== right.timestampUs) return left.timestampUs < right.timestampUs ? left : right;
  return left.id < right.id ? left : right;
}

function itemOf(event: EventEnvelope, costUsd: Usd | null, modelField: string): SpendItem {
  return {
    costUsd: costUsd ?? ZERO_USD,
    atUs: event.timestampUs,
    sessionId: event.sessionId,
    runId: payloadText(event.payload, "curator_run_id"),
    model: payloadText(event.payload, modelField),
  };
}

function usdOf(payload: Payload, field: string): Usd | null {
  return parseUsd(payload[field]);
}

function largest(left: Usd | null, right: Usd | null): Usd | null {
  return left === null || right === null ? (left ?? right) : maxUsd(left, right);
}
