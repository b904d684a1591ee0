import type { EmbedAnswer, Embedder, EmbedPurpose } from "@metis-curate/core";
import { apiUrl, type CallError, type FetchFunction } from "../transport/index.ts";
import { attemptEmbedding } from "./attempt-embedding.ts";
import { cleanVectors } from "./clean-vectors.ts";
import { unavailable } from "./embed-in-batches.ts";
import { type EmbeddingsClient, loadEmbeddingsClient } from "./embeddings-client.ts";
import { loadOnce } from "./optional-package.ts";

export const EMBEDDER_KEY_NAME = "OPENAI_COMPATIBLE_API_KEY";

const BATCH = 64;
const TEXT_CHARACTERS_MAX = 4_000;
/** A match waits for one answer, a reindex for many. */
const TIMEOUT_MS: Readonly<Record<EmbedPurpose, number>> = { query: 10_000, document: 60_000 };
/** A match goes on by words instead of trying again. */
const ATTEMPTS: Readonly<Record<EmbedPurpose, number>> = { query: 1, document: 3 };
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 10_000;

export interface OpenAiEmbedderOptions {
  /** As the server calls it. */
  readonly model: string;
  /** With the version, as the server documents it: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** Of one request; default 10 s for a task, 60 s for skills. */
  readonly timeoutMs?: number;
  /** Default the global one. */
  readonly fetch?: FetchFunction;
  /** Between two attempts; default a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Returns the embedder of a server with the embeddings API of OpenAI (CONTRACTS 13.8), through its SDK, which is loaded at
 * the first text. For skills a rate limit, a failing server and a lost connection are tried again up to twice. Nothing
 * but these options decides where a request goes and what it carries. Throws TypeError for a `baseUrl` that is no URL.
 */
export function openAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const id = `openai-compatible:${options.model}`;
  const baseUrl = versionedUrl(options.baseUrl);
  const url = apiUrl(baseUrl, "/embeddings");
  const client = loadOnce(id, ["openai"], () => loadEmbeddingsClient(options.apiKey, baseUrl));
  let dimension: number | null = null;
  return {
    id,
    embed: async (texts, purpose, signal): Promise<EmbedAnswer> => {
      if (texts.length === 0) return { kind: "vectors", vectors: [] };
      const loaded = await client();
      if (loaded.kind === "unavailable") return loaded;
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const part = texts.slice(start, start + BATCH).map(sendable);
        const call = { id, url, client: loaded.value, options, texts: part, purpose, signal };
        const answer = await askPatiently(call);
        if (answer.kind === "error") {
          return { kind: "unavailable", message: `${answer.message}; skills are matched by words` };
        }
        const clean = cleanVectors(answer.vectors, part.length, dimension);
        if (clean.kind === "wrong") return unavailable(id, clean.what);
        dimension ??= clean.vectors[0]?.length ?? null;
        vectors.push(...clean.vectors);
      }
      return { kind: "vectors", vectors };
    },
  };
}

/** An address without a path is that of the server; its API lies below `/v1`. */
function versionedUrl(baseUrl: string): string {
  const url = baseUrl.replace(/\/+$/, "");
  return new URL(url).pathname === "/" ? `${url}/v1` : url;
}

/** Some servers refuse a text without letters, and lone surrogates are no JSON. */
function sendable(text: string): string {
  const cut = text.slice(0, TEXT_CHARACTERS_MAX).toWellFormed();
  return cut.trim() === "" ? "-" : cut;
}

interface Call {
  readonly id: string;
  readonly url: string;
  readonly client: EmbeddingsClient;
  readonly options: OpenAiEmbedderOptions;
  readonly texts: readonly string[];
  readonly purpose: EmbedPurpose;
  readonly signal: AbortSignal | undefined;
}

type CallAnswer = { readonly kind: "vectors"; readonly vectors: readonly unknown[] } | CallError;

async function askPatiently({ options, purpose, signal, ...call }: Call): Promise<CallAnswer> {
  const { wait = pause, fetch = globalThis.fetch, apiKey, model } = options;
  for (let attempt = 1; ; attempt++) {
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS[purpose];
    const answer = await attemptEmbedding({ ...call, model, key: apiKey, fetch, timeoutMs, signal });
    if (answer.kind === "vectors" || answer.retry === undefined) return answer;
    const asked = answer.retry.afterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt >= ATTEMPTS[purpose] || asked > PAUSE_MAX_MS) return answer;
    await wait(asked, signal);
    if (signal?.aborted === true) return answer;
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
