import {
  type Actor,
  type EventEnvelope,
  type LoadEvent,
  type Payload,
  SENSITIVITIES,
  type Sensitivity,
} from "./envelope.ts";

/** A row of the `events` table; wire names (CONTRACTS 4.1). */
export interface EventRow {
  readonly id: string;
  readonly timestamp_us: number;
  readonly session_id: string;
  readonly turn_id: string | null;
  readonly parent_event_id: string | null;
  readonly type: string;
  readonly actor: string;
  readonly sensitivity: string;
  readonly payload_json: string;
}

/** A row as a database hands it over: any column may hold anything. */
export type UntrustedEventRow = { readonly [Column in keyof EventRow]?: unknown };

const ACTORS: readonly Actor[] = ["user", "agent", "system", "tool", "worker"];

/** Returns the row of an event. */
export function encodeEventRow(event: EventEnvelope): EventRow {
  return {
    id: event.id,
    timestamp_us: event.timestampUs,
    session_id: event.sessionId,
    turn_id: event.turnId,
    parent_event_id: event.parentEventId,
    type: event.type,
    actor: event.actor,
    sensitivity: event.sensitivity,
    payload_json: JSON.stringify(event.payload),
  };
}

/**
 * The event of a row, or null when its envelope or payload cannot be read. An actor of another program reads
 * as `system`, an unknown sensitivity as `private`; a time beyond what a number holds exactly reads as the
 * largest one, so that it counts as ahead of the clock (CONTRACTS 4.6).
 */
export function decodeEventRow(row: UntrustedEventRow): EventEnvelope | null {
  const { id, session_id: sessionId, type, actor, sensitivity } = row;
  if (!isName(id) || !isName(type) || typeof sessionId !== "string") return null;
  if (typeof actor !== "string" || typeof sensitivity !== "string") return null;
  const turnId = row.turn_id ?? null;
  const parentEventId = row.parent_event_id ?? null;
  if (!isTextOrNull(turnId) || !isTextOrNull(parentEventId)) return null;
  const timestampUs = decodeTimestampUs(row.timestamp_us);
  const payload = decodePayloadJson(row.payload_json);
  if (timestampUs === null || payload === null) return null;
  return {
    id,
    timestampUs,
    sessionId,
    turnId,
    parentEventId,
    type,
    actor: ACTORS.find((known) => known === actor) ?? "system",
    sensitivity: SENSITIVITIES.find((known): known is Sensitivity => known === sensitivity) ?? "private",
    payload,
  };
}

/**
 * As `decodeEventRow`, but no more of the event than a fold needs of a load. Its other columns are not read: who asks for
 * such rows gives those that have one that cannot be read no payload.
 */
export function decodeLoadRow(row: UntrustedEventRow): LoadEvent | null {
  const { id, session_id: sessionId } = row;
  if (!isName(id) || typeof sessionId !== "string") return null;
  const timestampUs = decodeTimestampUs(row.timestamp_us);
  const payload = decodePayloadJson(row.payload_json);
  return timestampUs === null || payload === null ? null : { id, timestampUs, sessionId, payload };
}

/** Microseconds as a whole, non-negative number, or null. */
export function decodeTimestampUs(value: unknown): number | null {
  const us = typeof value === "bigint" ? Number(value) : value;
  if (typeof us !== "number" || !Number.isInteger(us) || us < 0) return null;
  return Math.min(us, Number.MAX_SAFE_INTEGER);
}

/** The object a `payload_json` holds, or null. */
export function decodePayloadJson(text: unknown): Payload | null {
  if (typeof text !== "string") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isPayload(value) ? value : null;
  } catch {
    return null;
  }
}

function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
