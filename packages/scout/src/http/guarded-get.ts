import { plainLine } from "./plain-line.ts";
import { readBounded } from "./read-bounded.ts";

/** The part of `fetch` that a source needs. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

export interface GetOptions {
  readonly fetch: FetchFunction;
  readonly accept: string;
  /** Sent to the origin of `url` and to no other. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts that a redirect may lead to besides the one asked, over https. */
  readonly redirectHosts?: readonly string[];
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status with its whole body, or the one line why there is none. */
export type GetAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Headers;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: "failed"; readonly message: string };

const REDIRECTS_MAX = 3;
/**
 * What Bun's fetch would otherwise take from the environment, which a repository's `.env` may have written. Node's
 * fetch ignores these.
 */
const BUN_OPTIONS = { proxy: false, verbose: false, timeout: false, tls: { rejectUnauthorized: true } };
const AGENT = "metis-curate";

/**
 * Gets an address. Follows redirects within its origin and to `redirectHosts` only, at most 3; reads at most `bytesMax`
 * bytes; gives up after `timeoutMs`. Never throws.
 */
export async function guardedGet(url: string, options: GetOptions): Promise<GetAnswer> {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, options.timeoutMs);
  const cancel = () => controller.abort();
  options.signal?.addEventListener("abort", cancel, { once: true });
  try {
    if (options.signal?.aborted === true) return failed("was not asked: cancelled");
    return await untilAborted(follow(url, options, controller.signal), controller.signal);
  } catch (error) {
    if (isLate) return failed(`gave no answer within ${options.timeoutMs / 1_000} s`);
    if (options.signal?.aborted === true) return failed("was not waited for: cancelled");
    return failed(`cannot be reached (${describe(error)})`);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", cancel);
  }
}

async function follow(start: string, options: GetOptions, signal: AbortSignal): Promise<GetAnswer> {
  const { origin } = new URL(start);
  let url = new URL(start);
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await options.fetch(url.href, initOf(options, url.origin === origin, signal));
    if (response.status < 300 || response.status >= 400 || response.status === 304) {
      return await readAnswer(response, options.bytesMax);
    }
    response.body?.cancel().catch(() => undefined);
    const next = parseUrl(response.headers.get("location"), url);
    if (next === null) return failed("redirects to nowhere");
    const isKnown = next.protocol === "https:" && options.redirectHosts?.includes(next.host) === true;
    if (next.origin !== origin && !isKnown) {
      return failed(`redirects to another host (${plainLine(next.host, 80)}), which was not followed`);
    }
    url = next;
  }
  return failed(`redirects more than ${REDIRECTS_MAX} times`);
}

function initOf({ accept, headers }: GetOptions, isOwn: boolean, signal: AbortSignal): RequestInit {
  const sent = { accept, "user-agent": AGENT, ...(isOwn ? headers : {}) };
  const request = { method: "GET", headers: sent, signal, redirect: "manual" as const, keepalive: false };
  return { ...request, ...BUN_OPTIONS } as RequestInit;
}

async function readAnswer(response: Response, bytesMax: number): Promise<GetAnswer> {
  const bytes = await readBounded(response, bytesMax);
  if (bytes === null) return failed(`answered with more than ${bytesMax} bytes`);
  return { kind: "answered", status: response.status, headers: response.headers, bytes };
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function parseUrl(text: string | null, base: URL): URL | null {
  if (text === null) return null;
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** A code where there is one: messages of fetch may repeat headers. */
function describe(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? plainLine(code, 60) : "no connection";
}

function failed(message: string): GetAnswer {
  return { kind: "failed", message };
}
