import type { ModelAnswer } from "@metis-curate/core";
import { unwrapVerdict } from "../schemas/index.ts";
import {
  type Deadline,
  describeFailure,
  type Exchange,
  guardedFetch,
  newExchange,
  providerMessage,
  scrubKey,
  withoutKey,
} from "../transport/index.ts";
import type { Rejection, VendorClient, VendorSpec } from "./vendor-spec.ts";

export interface Attempt {
  readonly answer: ModelAnswer;
  /** Set when the server refused the request as it was asked. */
  readonly rejection: Rejection | null;
}

export interface AttemptContext<TBody, TDialect> {
  readonly spec: VendorSpec<TBody, TDialect>;
  readonly client: VendorClient<TBody, TDialect>;
  readonly dialect: TDialect;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
}

/** Sends one request and reads its answer. Never throws: every failure is an answer of kind `error`. */
export async function attemptCall<TBody, TDialect>(
  context: AttemptContext<TBody, TDialect>,
  body: TBody,
): Promise<Attempt> {
  const { spec, client, dialect, timeoutMs, deadline } = context;
  const exchange = newExchange();
  const { signal } = deadline;
  const fetch = guardedFetch({
    fetch: spec.fetch,
    url: spec.urlOf(dialect),
    authorization: spec.key === null ? null : `Bearer ${spec.key}`,
    signal,
    exchange,
  });
  try {
    const answer = spec.read(await client.send(body, dialect, { fetch, signal, timeoutMs }));
    if (answer !== null) return { answer: cleaned(answer, spec.key), rejection: null };
  } catch {
    // What happened is written in `exchange`; the SDK's error may hold headers and bodies.
  }
  return failed(context, exchange);
}

function failed<TBody, TDialect>(
  { spec, dialect, timeoutMs, deadline }: AttemptContext<TBody, TDialect>,
  exchange: Exchange,
): Attempt {
  const isTimedOut = deadline.isTimedOut();
  const answer = describeFailure(
    { exchange, isTimedOut, isCancelled: deadline.signal.aborted && !isTimedOut },
    { ...spec, timeoutMs, origin: new URL(spec.urlOf(dialect)).origin, nowMs: Date.now },
  );
  const { status } = exchange;
  const isRejected = status !== null && status >= 400 && status < 500 && exchange.stage === "read";
  const message = isRejected ? providerMessage(exchange.errorText, spec.key) : "";
  return { answer, rejection: isRejected ? { status, message } : null };
}

function cleaned(answer: ModelAnswer, key: string | null): ModelAnswer {
  switch (answer.kind) {
    case "answer":
      return { ...answer, text: withoutKey(unwrapVerdict(answer.text), key) };
    case "refused":
    case "error":
      return { ...answer, message: scrubKey(answer.message, key) };
  }
}
