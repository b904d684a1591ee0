import { createHash } from "node:crypto";

export type Fields = Readonly<Record<string, unknown>>;

/** Readers of a stranger's record: what has another shape is not there. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that is not empty, of those that have one of the names. */
export function textField(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** A number of milliseconds that makes sense; 0 otherwise. */
export function latencyField(fields: Fields, ...names: readonly string[]): number {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  }
  return 0;
}

/** Microseconds of a time in ISO-8601 or milliseconds; null for none. */
export function timeUs(value: unknown): number | null {
  const ms = typeof value === "string" ? Date.parse(value) : typeof value === "number" ? value : Number.NaN;
  return possibleUs(ms * 1_000);
}

/** Microseconds of a number of seconds since the Unix epoch; null for none. */
export function secondsUs(value: unknown): number | null {
  return typeof value === "number" ? possibleUs(value * 1_000_000) : null;
}

function possibleUs(value: number): number | null {
  const us = Math.round(value);
  return Number.isSafeInteger(us) && us > 0 ? us : null;
}

/** SHA-256 of a value, which itself goes nowhere. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(jsonOf(value)).digest("hex");
}

/** Size of a value as text or JSON, in bytes. */
export function sizeOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return Buffer.byteLength(typeof value === "string" ? value : jsonOf(value), "utf8");
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
