import type { EventEnvelope, Payload } from "../events/envelope.ts";
import { parseUsd, sumUsd, ZERO_USD } from "../money/index.ts";
import type { RunAction, RunCursor, RunDetail, RunSkip, RunSummary } from "../ports/analytics-reader.ts";
import type { StoredEvent } from "../ports/trace-store.ts";
import { eventSignals, payloadText, payloadTexts } from "./payload.ts";
import { payloadNumber, payloadRecord, payloadRecords } from "./payload-fields.ts";
import { foldRunCalls } from "./run-calls.ts";
import { concernsRoot, foldSpendItems } from "./spend.ts";

const WHOLE_TIME = { fromUs: 0, untilUs: Number.POSITIVE_INFINITY };

/**
 * Everything the given events say about one run of a root (of every root for null), or about a manual act, whose
 * run id has no pair. Null when none of them has this run id. CONTRACTS 4.4, 12.
 */
export function foldRunDetail(
  events: Iterable<StoredEvent>,
  rootKey: string | null,
  runId: string,
): RunDetail | null {
  const own = [...events]
    .filter(({ event }) => event.payload["curator_run_id"] === runId && concernsRoot(event.payload, rootKey))
    .sort((left, right) => left.position - right.position)
    .map(({ event }) => event);
  const start = firstStart(own);
  if (start === null) return null;
  const started = own.find(({ id }) => id === start.eventId);
  const finished = findFinish(own);
  return {
    ...summarizeRun(runId, own, start),
    configSnapshot: started === undefined ? null : payloadRecord(started.payload, "config_snapshot"),
    actions: own.filter(({ type }) => type === "skill.curated").map(actionOf),
    calls: foldRunCalls(own),
    skips: finished === undefined ? [] : skipsOf(finished.payload),
  };
}

/** What the events of one run add up to. */
export function summarizeRun(runId: string, events: readonly EventEnvelope[], start: RunCursor): RunSummary {
  const started = events.find(({ id, type }) => id === start.eventId && type === "curator.run_started");
  const finished = findFinish(events);
  const actions = events.filter(({ type }) => type === "skill.curated");
  const stored = events.map((event, position) => ({ position, event }));
  return {
    runId,
    startedAtUs: start.startedAtUs,
    finishedAtUs: finished?.timestampUs ?? null,
    trigger: started === undefined ? null : payloadText(started.payload, "trigger"),
    candidatesConsidered: numberOf(started, "candidates_considered"),
    throttledReason: finished === undefined ? null : payloadText(finished.payload, "throttled_reason"),
    endedEarly: finished === undefined ? null : payloadText(finished.payload, "ended_early"),
    durationMs: numberOf(finished, "duration_ms"),
    actionsTotal: actions.length,
    actionsByType: countActions(actions),
    spendUsd: sumUsd(foldSpendItems(stored, null, WHOLE_TIME).map(({ costUsd }) => costUsd)),
    skipsTotal: finished === undefined ? 0 : skipsOf(finished.payload).length,
    errors: numberOf(finished, "errors") ?? 0,
    truncated: numberOf(finished, "truncated") ?? 0,
  };
}

function numberOf(event: EventEnvelope | undefined, key: string): number | null {
  return event === undefined ? null : payloadNumber(event.payload, key);
}

/** Its `curator.run_started`, else its earliest event. */
function firstStart(events: readonly EventEnvelope[]): RunCursor | null {
  const starts = events.filter(({ type }) => type === "curator.run_started");
  const [first] = (starts.length === 0 ? [...events] : starts).sort(
    (left, right) => left.timestampUs - right.timestampUs || (left.id < right.id ? -1 : 1),
  );
  return first === undefined ? null : { startedAtUs: first.timestampUs, eventId: first.id };
}

/** A run that was closed twice ended the first time; by time and id, however its events are read. */
function findFinish(events: readonly EventEnvelope[]): EventEnvelope | undefined {
  const [first] = events
    .filter(({ type }) => type === "curator.run_finished")
    .sort((left, right) => left.timestampUs - right.timestampUs || (left.id < right.id ? -1 : 1));
  return first;
}

function countActions(actions: readonly EventEnvelope[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { payload } of actions) {
    const action = payloadText(payload, "action") ?? "unknown";
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function actionOf(event: EventEnvelope): RunAction {
  const { payload } = event;
  return {
    eventId: event.id,
    atUs: event.timestampUs,
    skill: payloadText(payload, "skill_id") ?? "",
    action: payloadText(payload, "action") ?? "unknown",
    kind: payloadText(payload, "curator_kind"),
    model: payloadText(payload, "curator_model"),
    versionBefore: payloadText(payload, "skill_version_before"),
    versionAfter: payloadText(payload, "skill_version_after"),
    consolidatedFrom: payloadTexts(payload, "consolidated_from"),
    archivePath: payloadText(payload, "archive_path"),
    costUsd: parseUsd(payload["curator_cost_usd"]) ?? ZERO_USD,
    pricingVersion: payloadText(payload, "curator_pricing_version"),
    latencyMs: payloadNumber(payload, "curator_latency_ms"),
    rationale: payloadText(payload, "rationale") ?? "",
    signals: eventSignals(event),
  };
}

function skipsOf(payload: Payload): readonly RunSkip[] {
  return payloadRecords(payload, "skips").map((skip) => ({
    skills: payloadTexts(skip, "skills"),
    action: payloadText(skip, "action") ?? "unknown",
    kind: payloadText(skip, "kind") ?? "unknown",
  }));
}
