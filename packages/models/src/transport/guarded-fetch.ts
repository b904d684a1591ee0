import { untilAborted } from "./deadline.ts";
import type { Exchange } from "./exchange.ts";
import { RESPONSE_BYTES_MAX, readBounded } from "./read-bounded.ts";

/** The part of `fetch` that an adapter needs. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

export interface GuardedFetchOptions {
  readonly fetch: FetchFunction;
  /** The only address a request may go to. */
  readonly url: string;
  /** The credential header, or none. */
  readonly authorization: string | null;
  readonly signal: AbortSignal;
  readonly exchange: Exchange;
}

/** Set by the SDK and passed on; every other header of its making, or of the environment's, is left out. */
const PASSED_HEADERS = ["anthropic-version", "user-agent"];

/** Statuses whose response may have no body. */
const BODILESS = new Set([101, 204, 205, 304]);
const STATUS_MAX = 599;

/**
 * What Bun's fetch would otherwise take from the environment, which a repository's `.env` may have written: proxies,
 * unchecked certificates, headers printed. And no time-out of its own. Node's fetch ignores these.
 */
const BUN_OPTIONS = { proxy: false, verbose: false, timeout: false, tls: { rejectUnauthorized: true } };

/**
 * Returns the fetch that a vendor's SDK is given for one request. It sends to one address only, with our credential
 * and no header that we do not know; follows no redirect; reads at most `RESPONSE_BYTES_MAX` bytes, all of them before
 * the SDK sees a response; ends with the signal; and writes down in `exchange` what happened.
 */
export function guardedFetch(options: GuardedFetchOptions): FetchFunction {
  const { exchange, signal } = options;
  return async (target, init) => {
    if (String(target) !== options.url) throw new TypeError("the SDK asked for another address");
    signal.throwIfAborted();
    const request = initOf(options, init);
    exchange.stage = "sent";
    try {
      const response = await untilAborted(options.fetch(options.url, request), signal);
      noteAnswer(exchange, response);
      const body = await untilAborted(readBounded(response, RESPONSE_BYTES_MAX), signal);
      return finish(exchange, response, body.kind === "whole" ? body.bytes : null);
    } catch (error) {
      exchange.cause = error;
      throw error;
    }
  };
}

function initOf({ authorization, signal }: GuardedFetchOptions, init: RequestInit): RequestInit {
  const given = new Headers(init.headers);
  const headers = new Headers({ accept: "application/json", "content-type": "application/json" });
  for (const name of PASSED_HEADERS) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (authorization !== null) headers.set("authorization", authorization);
  const { body = null } = init;
  // A line that the server closed while it lay idle would look like one that broke after sending.
  const request = { method: "POST", headers, body, signal, redirect: "manual" as const, keepalive: false };
  return { ...request, ...BUN_OPTIONS } as RequestInit;
}

function noteAnswer(exchange: Exchange, response: Response): void {
  exchange.stage = "answered";
  exchange.status = response.status;
  exchange.headers = response.headers;
  const isRedirect = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
  if (isRedirect) exchange.problem = "redirect";
}

function finish(exchange: Exchange, response: Response, bytes: Uint8Array<ArrayBuffer> | null): Response {
  if (bytes === null) {
    exchange.problem = "too-large";
    throw new RangeError("the response is too large");
  }
  exchange.stage = "read";
  if (!response.ok) exchange.errorText = new TextDecoder().decode(bytes);
  const status = Math.min(Math.max(response.status, 200), STATUS_MAX);
  const headers = { "content-type": "application/json" };
  return new Response(BODILESS.has(status) ? null : bytes, { status, headers });
}
