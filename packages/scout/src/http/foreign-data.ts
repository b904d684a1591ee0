/** An object of foreign JSON, to be looked into key by key. */
export type ForeignObject = Readonly<Record<string, unknown>>;

export function isForeignObject(value: unknown): value is ForeignObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that says something; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
