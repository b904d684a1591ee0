import type { Payload } from "../events/envelope.ts";
import { maxUsd, parseUsd, sumUsd, type Usd, ZERO_USD } from "../money/index.ts";
import type { StoredEvent, TimeWindow } from "../ports/trace-store.ts";

/** The types `foldSpend` reads. */
export const SPEND_EVENT_TYPES = ["curator.call_started", "curator.call_completed", "skill.curated"] as const;

/** A call and the action it led to never lie further apart. */
const SPEND_MARGIN_US = 7 * 86_400_000_000;

interface Call {
  startedAtUs: number | null;
  completedAtUs: number | null;
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
  const calls = new Map<string, Call>();
  const runsWithCalls = new Set<unknown>();
  const actions: { readonly runId: unknown; readonly cost: Usd }[] = [];
  for (const { event } of events) {
    const { type, payload, timestampUs } = event;
    if (!concernsRoot(payload, rootKey)) continue;
    if (type === "skill.curated") {
      if (!isInWindow(timestampUs, window)) continue;
      actions.push({
        runId: payload["curator_run_id"],
        cost: usdOf(payload, "curator_cost_usd") ?? ZERO_USD,
      });
    } else if (type === "curator.call_started" || type === "curator.call_completed") {
      runsWithCalls.add(payload["curator_run_id"]);
      recordCall(calls, event.id, type, payload, timestampUs);
    }
  }
  const uncalled = actions.filter(({ runId }) => !runsWithCalls.has(runId)).map(({ cost }) => cost);
  const called = [...calls.values()].filter((call) => startsIn(call, window)).map(callCost);
  return sumUsd([...called, ...uncalled]);
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

function recordCall(
  calls: Map<string, Call>,
  eventId: string,
  type: "curator.call_started" | "curator.call_completed",
  payload: Payload,
  timestampUs: number,
): void {
  const callId = payload["call_id"];
  // A call that lost its id is a call of its own: it still cost money.
  const key = typeof callId === "string" ? `call ${callId}` : `event ${eventId}`;
  const call = calls.get(key) ?? { startedAtUs: null, completedAtUs: null, estimate: null, cost: null };
  calls.set(key, call);
  if (type === "curator.call_started") {
    call.startedAtUs = Math.min(call.startedAtUs ?? timestampUs, timestampUs);
    call.estimate = largest(call.estimate, usdOf(payload, "estimated_cost_usd"));
  } else {
    call.completedAtUs = Math.min(call.completedAtUs ?? timestampUs, timestampUs);
    call.cost = largest(call.cost, usdOf(payload, "cost_usd"));
  }
}

function startsIn(call: Call, window: TimeWindow): boolean {
  const atUs = call.startedAtUs ?? call.completedAtUs;
  return atUs !== null && isInWindow(atUs, window);
}

function callCost(call: Call): Usd {
  return call.cost ?? call.estimate ?? ZERO_USD;
}

function usdOf(payload: Payload, field: string): Usd | null {
  return parseUsd(payload[field]);
}

function largest(left: Usd | null, right: Usd | null): Usd | null {
  return left === null || right === null ? (left ?? right) : maxUsd(left, right);
}
