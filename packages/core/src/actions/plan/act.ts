import type { EventEnvelope, Payload } from "../../events/envelope.ts";
import type { Usd } from "../../money/usd.ts";
import type { Root } from "../../roots/root.ts";
import type { PlannedEvent } from "../action-plan.ts";

/** The fields of a `skill.curated` that are the same for every action of one verdict. */
export interface Act {
  readonly root: Root;
  readonly nowUs: number;
  readonly runId: string;
  /** The session whose end triggered the run, else the run id (CONTRACTS 4.4). */
  readonly sessionId: string;
  readonly curatorKind: "llm" | "manual";
  readonly model: string | null;
  readonly costUsd: Usd;
  readonly pricingVersion: string | null;
  readonly latencyMs: number;
  readonly rationale: string;
  /** True when an operator's pattern scrubbed the rationale; the event is then pseudonymous. */
  readonly rationaleRedacted: boolean;
  /** S1 8.2 signals of the skill acted on. */
  readonly signals: Payload;
  /** Makes the envelope: id, time, actor. */
  readonly makeEvent: (draft: EventDraft) => EventEnvelope;
}

export interface EventDraft {
  readonly type: string;
  readonly payload: Payload;
  readonly sessionId: string;
  readonly actor?: "user" | "system";
  readonly sensitivity?: "pseudonymous";
  readonly parentEventId?: string;
}

export interface CuratedFields {
  readonly skill: string;
  readonly action: "pin" | "unpin" | "archive" | "restore" | "consolidate" | "edit";
  readonly versionBefore: string | null;
  readonly versionAfter: string | null;
  readonly consolidatedFrom?: readonly string[];
  readonly archivePath?: string | null;
  readonly signals?: Payload;
  readonly parentEventId?: string;
}

/** The one `skill.curated` of an action (S1 8.1, CONTRACTS 4.4). */
export function curatedEvent(act: Act, fields: CuratedFields): EventEnvelope {
  const redacted = act.rationaleRedacted ? { rationale_redacted: true } : {};
  return act.makeEvent({
    type: "skill.curated",
    sessionId: act.sessionId,
    ...(act.rationaleRedacted ? { sensitivity: "pseudonymous" as const } : {}),
    ...(fields.parentEventId === undefined ? {} : { parentEventId: fields.parentEventId }),
    payload: {
      root: act.root.key,
      curator_run_id: act.runId,
      skill_id: fields.skill,
      action: fields.action,
      source: act.root.scope,
      skill_version_before: fields.versionBefore,
      skill_version_after: fields.versionAfter,
      consolidated_from: fields.consolidatedFrom ?? [],
      archive_path: fields.archivePath ?? null,
      curator_kind: act.curatorKind,
      curator_model: act.model,
      curator_cost_usd: act.costUsd,
      curator_pricing_version: act.pricingVersion,
      curator_latency_ms: act.latencyMs,
      rationale: act.rationale,
      signals: { ...act.signals, ...redacted, ...fields.signals },
    },
  });
}

/** An event that reports the action itself. */
export function always(event: EventEnvelope): PlannedEvent {
  return { event, step: null };
}

/** The same act at no further cost: a sibling whose cost is rolled into the survivor's event (S1 6.1). */
export function freeOf(act: Act, signals: Payload, costUsd: Usd): Act {
  return { ...act, costUsd, latencyMs: 0, signals };
}
