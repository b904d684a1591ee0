import { createHash } from "node:crypto";

/** A call and its answer as kept on disk: no request header at all, of the response's only harmless ones. */
export interface Cassette {
  readonly schema: 1;
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** A call as far as it decides the answer. */
export interface CassetteRequest {
  readonly method: string;
  /** Path and query: a recording holds for every host. */
  readonly path: string;
  readonly bodyText: string;
}

const KEPT_HEADERS: readonly string[] = ["content-type", "retry-after"];
const KEY_DIGITS = 32;

/** Returns the name of a call's recording: 32 hex digits over method, path and body, whatever the order of its keys. */
export function cassetteKey({ method, path, bodyText }: CassetteRequest): string {
  const identity = JSON.stringify([method, path, sortedKeys(bodyOf(bodyText))]);
  return createHash("sha256").update(identity, "utf8").digest("hex").slice(0, KEY_DIGITS);
}

/** Returns the file of one recording: JSON with a final newline. */
export function formatCassette(request: CassetteRequest, response: Response, body: string): string {
  const { method, path, bodyText } = request;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => KEPT_HEADERS.includes(name)));
  const cassette: Cassette = {
    schema: 1,
    request: { method, path, body: bodyOf(bodyText) },
    response: { status: response.status, headers, body },
  };
  return `${JSON.stringify(cassette, null, 2)}\n`;
}

/** Reads a recording; null when the text is none. Never throws. */
export function parseCassette(text: string): Cassette | null {
  const value = bodyOf(text);
  return isCassette(value) ? value : null;
}

function isCassette(value: unknown): value is Cassette {
  if (typeof value !== "object" || value === null) return false;
  const { schema, response } = value as { schema?: unknown; response?: Partial<Cassette["response"]> };
  if (schema !== 1 || typeof response !== "object" || response === null) return false;
  const { status, headers, body } = response;
  return typeof status === "number" && typeof headers === "object" && typeof body === "string";
}

/** The JSON of a body, or its text when it is none. */
export function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, sortedKeys(entry)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
