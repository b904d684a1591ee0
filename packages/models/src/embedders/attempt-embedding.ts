import {
  type CallError,
  type Deadline,
  describeFailure,
  type Exchange,
  type FetchFunction,
  guardedFetch,
  isForeignObject,
  newExchange,
  scrubKey,
  startDeadline,
} from "../transport/index.ts";
import type { EmbeddingsClient } from "./embeddings-client.ts";

export interface EmbeddingCall {
  readonly id: string;
  readonly url: string;
  readonly client: EmbeddingsClient;
  readonly model: string;
  readonly texts: readonly string[];
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly fetch: FetchFunction;
  readonly signal: AbortSignal | undefined;
}

export type EmbeddingAnswer = { readonly kind: "vectors"; readonly vectors: readonly unknown[] } | CallError;

const SETTINGS = {
  keyName: "OPENAI_COMPATIBLE_API_KEY",
  modelSetting: "matching.embedder",
  baseUrlSetting: "matching.embedder_base_url",
} as const;

/** Sends one request and returns the vectors as foreign data, in the order of the texts. Never rejects. */
export async function attemptEmbedding(call: EmbeddingCall): Promise<EmbeddingAnswer> {
  const deadline = startDeadline(call.timeoutMs, call.signal);
  const exchange = newExchange();
  try {
    const body = { model: call.model, input: [...call.texts], encoding_format: "float" as const };
    const vectors = readVectors(await call.client.send(body, wireOf(call, deadline, exchange)));
    if (vectors !== null) return { kind: "vectors", vectors };
  } catch {
    // What happened is written in `exchange`; the SDK's error may hold headers and bodies.
  } finally {
    deadline.clear();
  }
  return failed(call, deadline, exchange);
}

function wireOf({ fetch, url, key, timeoutMs }: EmbeddingCall, { signal }: Deadline, exchange: Exchange) {
  const authorization = key === null ? null : `Bearer ${key}`;
  return { fetch: guardedFetch({ fetch, url, authorization, signal, exchange }), signal, timeoutMs };
}

function failed(
  { id, url, key, timeoutMs }: EmbeddingCall,
  deadline: Deadline,
  exchange: Exchange,
): CallError {
  const isTimedOut = deadline.isTimedOut();
  const answer = describeFailure(
    { exchange, isTimedOut, isCancelled: deadline.signal.aborted && !isTimedOut },
    { id, key, timeoutMs, origin: new URL(url).origin, nowMs: Date.now, ...SETTINGS },
  );
  return { ...answer, message: scrubKey(answer.message, key) };
}

/** `data: [{index, embedding}]`; a server that numbers them may answer in any order. Null for anything else. */
function readVectors(response: unknown): readonly unknown[] | null {
  const data = isForeignObject(response) ? response["data"] : null;
  if (!Array.isArray(data) || !data.every(isForeignObject)) return null;
  const indexes = data.map(({ index }) => index);
  const isNumbered = new Set(indexes).size === data.length && indexes.every(Number.isSafeInteger);
  const ordered = isNumbered ? data.toSorted((a, b) => Number(a["index"]) - Number(b["index"])) : data;
  return ordered.map(({ embedding }) => embedding);
}
