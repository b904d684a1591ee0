import type { EventEnvelope, Payload } from "../events/envelope.ts";

/** Returns a payload's text under a key, null when it is absent, empty or of another type. */
export function payloadText(payload: Payload, key: string): string | null {
  const value = payload[key];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns a payload's list of texts under a key; what is no text is left out. */
export function payloadTexts(payload: Payload, key: string): readonly string[] {
  const value = payload[key];
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is string => typeof item === "string");
}

/** Returns the skill an event is about in NFC, null when it names none. */
export function eventSkill(event: Pick<EventEnvelope, "payload">): string | null {
  return payloadText(event.payload, "skill_id")?.normalize("NFC") ?? null;
}

/** Returns `signals` of a `skill.curated`; empty for every other payload. */
export function eventSignals(event: EventEnvelope): Payload {
  const signals = event.payload["signals"];
  if (typeof signals !== "object" || signals === null || Array.isArray(signals)) return {};
  return Object.fromEntries(Object.entries(signals));
}

/** Returns the action of a `skill.curated`, null for every other event. */
export function curatedAction(event: EventEnvelope): string | null {
  return event.type === "skill.curated" ? payloadText(event.payload, "action") : null;
}

/** True for the undo of a merge that had left the survivor's file as it was: nothing moved, nothing was used. */
export function isLineageRestore(event: EventEnvelope): boolean {
  return curatedAction(event) === "restore" && eventSignals(event)["restored_kind"] === "lineage";
}
