import type { Payload } from "../events/envelope.ts";

/** Returns a payload's finite number under a key, null when it is something else. */
export function payloadNumber(payload: Payload, key: string): number | null {
  const value = payload[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Returns a payload's object under a key, null when it is something else. */
export function payloadRecord(payload: Payload, key: string): Payload | null {
  return toRecord(payload[key]);
}

/** Returns the objects of a payload's list under a key; what is no object is left out. */
export function payloadRecords(payload: Payload, key: string): readonly Payload[] {
  const value = payload[key];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item): readonly Payload[] => {
    const record = toRecord(item);
    return record === null ? [] : [record];
  });
}

function toRecord(value: unknown): Payload | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}
