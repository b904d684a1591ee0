/** An object of foreign JSON, to be looked into key by key. */
export type ForeignObject = Readonly<Record<string, unknown>>;

export function isForeignObject(value: unknown): value is ForeignObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A count of tokens as a provider reports it; NaN when it is none, so that nobody takes it for free. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : Number.NaN;
}

/** A count that may be left out when there were none. */
export function optionalCountOf(value: unknown): number {
  return value === undefined || value === null ? 0 : countOf(value);
}
