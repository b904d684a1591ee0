import type { EventEnvelope } from "../events/envelope.ts";
import type { StoredEvent, TimeWindow, ToolOutcome } from "../ports/trace-store.ts";
import { isInWindow } from "./spend.ts";

/** The types `joinToolOutcomes` reads. */
export const TOOL_EVENT_TYPES = ["tool.called", "tool.completed", "tool.failed"] as const;

/**
 * The failures and successes of these events inside the window, by time, then by insertion; each with the
 * name its `tool.called` of the same session gave, whenever that was. A completion that says `success: false`
 * is neither. CONTRACTS 4.3, 6.4.
 */
export function joinToolOutcomes(events: Iterable<StoredEvent>, window: TimeWindow): readonly ToolOutcome[] {
  const toolNames = new Map<string, string>();
  const ended: StoredEvent[] = [];
  for (const stored of events) {
    const { event } = stored;
    if (event.type === "tool.called") rememberName(toolNames, event);
    else if (isOutcome(event) && isInWindow(event.timestampUs, window)) ended.push(stored);
  }
  return ended.sort(byTime).map(({ event }) => ({
    sessionId: event.sessionId,
    timestampUs: event.timestampUs,
    toolName: toolNames.get(callKey(event)) ?? null,
    errorClass: event.type === "tool.failed" ? errorClassOf(event) : null,
  }));
}

function rememberName(toolNames: Map<string, string>, event: EventEnvelope): void {
  const name = event.payload["tool_name"];
  if (typeof name === "string") toolNames.set(callKey(event), name);
}

function isOutcome({ type, payload }: EventEnvelope): boolean {
  return type === "tool.failed" || (type === "tool.completed" && payload["success"] !== false);
}

function errorClassOf({ payload }: EventEnvelope): string {
  const errorClass = payload["error_class"];
  return typeof errorClass === "string" ? errorClass : "unknown";
}

function callKey({ sessionId, payload }: EventEnvelope): string {
  return JSON.stringify([sessionId, payload["tool_use_id"] ?? null]);
}

function byTime(left: StoredEvent, right: StoredEvent): number {
  return left.event.timestampUs - right.event.timestampUs || left.position - right.position;
}
