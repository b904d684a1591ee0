import { createHash } from "node:crypto";

/** `YYYY-MM-DD hh:mm:ss`, as SQLite writes the time, and the same with a `T`. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** Seconds, milliseconds, microseconds, nanoseconds. */
const UNITS: readonly { readonly below: number; readonly us: number }[] = [
  { below: 1e11, us: 1_000_000 },
  { below: 1e14, us: 1_000 },
  { below: 1e17, us: 1 },
  { below: 1e20, us: 0.001 },
];

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

/**
 * Microseconds of a time in ISO-8601, which is UTC where it names no zone, or of a number since the Unix epoch, whose
 * size tells its unit; null for none.
 */
export function timeUs(value: unknown): number | null {
  if (typeof value === "number") return possibleUs(numberUs(value));
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return possibleUs(numberUs(Number(text)));
  return possibleUs(Date.parse(WITHOUT_ZONE.test(text) ? `${text.replace(" ", "T")}Z` : text) * 1_000);
}

/** From 1973 up to the year 5138 no two units overlap. */
function numberUs(value: number): number {
  const unit = UNITS.find(({ below }) => value < below);
  return unit === undefined ? Number.NaN : value * unit.us;
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
