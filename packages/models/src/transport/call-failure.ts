import type { ModelAnswer } from "@metis-curate/core";
import { classifyConnectionError } from "./connection-fault.ts";
import type { Exchange } from "./exchange.ts";
import { providerCode, providerMessage } from "./provider-message.ts";
import { RESPONSE_BYTES_MAX } from "./read-bounded.ts";
import { parseRetryAfter } from "./retry-after.ts";

export type CallError = Extract<ModelAnswer, { kind: "error" }>;

/** What a message about a failed call needs to know of the model. */
export interface FailureContext {
  /** As configured: `anthropic:claude-haiku-4-5`. */
  readonly id: string;
  readonly origin: string;
  readonly key: string | null;
  /** The environment variable that holds the key. */
  readonly keyName: string;
  /** The settings that say where a request goes; default `curator.model` and `curator.base_url`. */
  readonly modelSetting?: string;
  readonly baseUrlSetting?: string;
  readonly timeoutMs: number;
  readonly nowMs: () => number;
}

export interface FailedCall {
  readonly exchange: Exchange;
  readonly isTimedOut: boolean;
  readonly isCancelled: boolean;
}

const RETRY: CallError["retry"] = { afterMs: null };
const BYTES_PER_MEBIBYTE = 1024 * 1024;

/**
 * Returns the error of a call that gave no answer (CONTRACTS 8.5): one line, whether the request may have been billed,
 * and whether it may pass by itself. A status of 4xx or 3xx and a connection that was never made are not billed; a
 * time-out, a cancelled or lost connection, a 5xx and an unreadable answer may be. Retries: 408, 429, 5xx, time-outs
 * and connection errors; never what the caller cancelled, nor what would fail the same way again.
 */
export function describeFailure(failed: FailedCall, context: FailureContext): CallError {
  const { exchange } = failed;
  if (exchange.problem === "redirect") return redirected(exchange, context);
  if (exchange.status !== null && exchange.status >= 400) return statusFailure(exchange, context);
  if (failed.isCancelled) return error(context, "the call was cancelled", exchange.stage !== "unsent");
  if (failed.isTimedOut) {
    const seconds = Math.ceil(context.timeoutMs / 1_000);
    return error(
      context,
      `no answer within ${seconds} s from ${context.origin}`,
      exchange.stage !== "unsent",
      RETRY,
    );
  }
  if (exchange.problem === "too-large") {
    return error(context, `the answer is larger than ${RESPONSE_BYTES_MAX / BYTES_PER_MEBIBYTE} MiB`, true);
  }
  switch (exchange.stage) {
    case "unsent":
      return error(context, "the request could not be made", false);
    case "sent":
      return connectionFailure(exchange, context);
    case "answered":
      return error(context, `the connection to ${context.origin} was lost during the answer`, true, RETRY);
    case "read":
      return error(context, `${context.origin} answered with something that is no answer of this API`, true);
  }
}

function redirected({ status }: Exchange, context: FailureContext): CallError {
  const line = `${context.origin} answers with a redirect (${status}), which is not followed; set ${baseUrlSetting(context)} to the final address`;
  return error(context, line, false);
}

function connectionFailure({ cause }: Exchange, context: FailureContext): CallError {
  switch (classifyConnectionError(cause)) {
    case "unreached": {
      const line = `cannot reach ${context.origin}; check the network, ${baseUrlSetting(context)} and that the server runs`;
      return error(context, line, false, RETRY);
    }
    case "insecure":
      return error(context, `no secure connection to ${context.origin}; check its certificate`, false);
    case "lost":
      return error(context, `the connection to ${context.origin} was lost`, true, RETRY);
  }
}

function statusFailure(exchange: Exchange, context: FailureContext): CallError {
  const status = exchange.status ?? 0;
  const line = `${statusLine(status, exchange, context)} (${status})`;
  // What a provider says about a key it refuses may hold a part of it.
  const said = status === 401 || status === 403 ? "" : providerMessage(exchange.errorText, context.key);
  const message = said === "" ? line : `${line}: ${said}`;
  const afterMs = parseRetryAfter(exchange.headers, context.nowMs());
  return error(context, message, status >= 500, mayPass(status, exchange) ? { afterMs } : undefined);
}

function mayPass(status: number, { errorText }: Exchange): boolean {
  if (status === 429) return !/insufficient_quota|billing/.test(providerCode(errorText));
  if (status === 408) return true;
  // Not implemented, HTTP version: the next attempt meets the same.
  return status >= 500 && status !== 501 && status !== 505;
}

function statusLine(status: number, exchange: Exchange, context: FailureContext): string {
  const { origin, keyName } = context;
  switch (status) {
    case 401:
      return `${origin} does not accept the key; check ${keyName}`;
    case 402:
      return `${origin} asks for payment; check the account of ${keyName}`;
    case 403:
      return `the key may not use this model at ${origin}; check ${keyName} and its account`;
    case 404:
      return `${origin} has no such model or path; check ${context.modelSetting ?? "curator.model"} and ${baseUrlSetting(context)}`;
    case 413:
      return `the request is too large for ${origin}`;
    case 429:
      return mayPass(status, exchange)
        ? `the rate limit of ${origin} is reached; try again later`
        : `the quota of this account at ${origin} is used up; check its billing`;
    default:
      return status >= 500 ? `${origin} failed; try again later` : `${origin} refuses the request`;
  }
}

function baseUrlSetting(context: FailureContext): string {
  return context.baseUrlSetting ?? "curator.base_url";
}

function error({ id }: FailureContext, line: string, sent: boolean, retry?: CallError["retry"]): CallError {
  return { kind: "error", message: `${id}: ${line}`, sent, ...(retry === undefined ? {} : { retry }) };
}
