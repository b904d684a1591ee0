import type { SecretFinder } from "../ports/secret-finder.ts";

/** Texts whose answer is remembered; a page shows the same ones again and again. */
const CACHE_ENTRIES_MAX = 2_000;
/** Longer texts are searched every time. */
const CACHE_CHARACTERS_MAX = 64 * 1024;

/** Takes credentials out of what is shown (CONTRACTS 8.1, 12). */
export interface Redactor {
  /** The text with each secret replaced by `[redacted <kind>]`. */
  text(text: string): Promise<string>;
  /** The same for every text inside a JSON value; keys too. */
  json(value: unknown): Promise<unknown>;
}

/** Returns a redactor that asks the finder once per text as long as it remembers it. */
export function createRedactor(secrets: SecretFinder): Redactor {
  const known = new Map<string, Promise<string>>();
  const text = (given: string): Promise<string> => {
    if (given === "") return Promise.resolve(given);
    const cached = known.get(given);
    if (cached !== undefined) return cached;
    const redacted = redact(secrets, given);
    if (given.length <= CACHE_CHARACTERS_MAX) remember(known, given, redacted);
    return redacted;
  };
  const json = async (value: unknown): Promise<unknown> => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return Promise.all(value.map(json));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(async ([key, item]) => [await text(key), await json(item)]);
    return Object.fromEntries(await Promise.all(entries));
  };
  return { text, json };
}

/** The oldest entry makes room. */
function remember(known: Map<string, Promise<string>>, text: string, redacted: Promise<string>): void {
  const [oldest] = known.keys();
  if (known.size >= CACHE_ENTRIES_MAX && oldest !== undefined) known.delete(oldest);
  known.set(text, redacted);
}

async function redact(secrets: SecretFinder, text: string): Promise<string> {
  const spans = await secrets.findSecrets(text);
  let shown = "";
  let at = 0;
  for (const { start, end, kind } of spans) {
    shown += `${text.slice(at, start)}[redacted ${kind}]`;
    at = end;
  }
  return shown + text.slice(at);
}
