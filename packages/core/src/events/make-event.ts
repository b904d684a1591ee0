import type { Clock, IdSource } from "../ports/clock.ts";
import { findEventDefinition } from "./catalog/index.ts";
import type { Actor, EventEnvelope, Payload, Sensitivity } from "./envelope.ts";

export interface EventSource {
  readonly ids: IdSource;
  readonly clock: Clock;
}

export interface NewEvent {
  readonly type: string;
  readonly payload: Payload;
  readonly sessionId: string;
  readonly parentEventId?: string | null;
  readonly turnId?: string | null;
  readonly actor?: Actor;
  readonly sensitivity?: Sensitivity;
}

/**
 * Returns the envelope of a new event: id and time from the source; actor and sensitivity as the catalog
 * says unless given. A `skill.curated` whose rationale was redacted is pseudonymous; an unknown type is
 * private. Nothing is validated (`validateEvent` does). CONTRACTS 4.2.
 */
export function makeEvent(source: EventSource, event: NewEvent): EventEnvelope {
  return {
    id: source.ids.next(),
    timestampUs: source.clock.nowUs(),
    sessionId: event.sessionId,
    turnId: event.turnId ?? null,
    parentEventId: event.parentEventId ?? null,
    type: event.type,
    actor: event.actor ?? findEventDefinition(event.type)?.actor ?? "system",
    sensitivity: event.sensitivity ?? defaultSensitivity(event.type, event.payload),
    payload: event.payload,
  };
}

function defaultSensitivity(type: string, payload: Payload): Sensitivity {
  const definition = findEventDefinition(type);
  if (definition === undefined) return "private";
  return type === "skill.curated" && definition.isOpen(payload) ? definition.ceiling : definition.floor;
}
