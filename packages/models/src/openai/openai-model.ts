import type { AuxiliaryModel } from "@metis-curate/core";
import { COMPATIBLE_LIMITS, type ModelLimits, OPENAI_LIMITS } from "../limits/index.ts";
import { apiUrl, type FetchFunction } from "../transport/index.ts";
import { vendorModel } from "../vendor/index.ts";
import { nextOpenAiDialect } from "./next-dialect.ts";
import { loadOpenAiClient } from "./openai-client.ts";
import { type OpenAiDialect, openAiBody } from "./openai-request.ts";
import { readCompletion } from "./read-completion.ts";

export const OPENAI_BASE_URL = "https://api.openai.com/v1";

/** Models of the vendor that think before they answer and can be told to do so less. */
const REASONING_MODEL = /^(?:gpt-5|o\d)/;

export interface OpenAiCompatibleModelOptions {
  /** As configured: `openai:gpt-5-mini`, `openai-compatible:llama3.1`. */
  readonly id: string;
  /** As the server calls it. */
  readonly model: string;
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** With the version, as the server documents it: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** Named in messages about a refused key. */
  readonly keyName?: string;
  /** Of one call, its answer included; default by the length of the answer. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<ModelLimits>;
  /** Default the global one. */
  readonly fetch?: FetchFunction;
}

/**
 * Returns a model behind the chat-completions API (CONTRACTS 8.4, 8.5): OpenAI itself, or a server that speaks the same,
 * such as Ollama, llama.cpp or vLLM. Each `ask` is one paid call through the vendor's SDK, which is loaded at the first
 * one. What a server does not understand is left out after it said so, and remembered; such a refusal is not billed.
 * Rejects never. Throws TypeError for a `baseUrl` that is no URL. Nothing but these options decides where a request goes and what it carries.
 */
export function openAiCompatibleModel(options: OpenAiCompatibleModelOptions): AuxiliaryModel {
  const { id, model, apiKey, timeoutMs } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const isVendor = id.startsWith("openai:");
  const isRootUrl = new URL(baseUrl).pathname === "/";
  const firstDialect: OpenAiDialect = {
    isStructured: true,
    limitKey: isVendor ? "max_completion_tokens" : "max_tokens",
    hasEffort: isVendor && REASONING_MODEL.test(model),
    prefix: "",
  };
  return vendorModel({
    id,
    limits: { ...(isVendor ? OPENAI_LIMITS : COMPATIBLE_LIMITS), ...options.limits },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    key: apiKey,
    keyName: options.keyName ?? (isVendor ? "OPENAI_API_KEY" : "OPENAI_COMPATIBLE_API_KEY"),
    fetch: options.fetch ?? globalThis.fetch,
    firstDialect,
    load: () => loadOpenAiClient(apiKey, baseUrl),
    urlOf: ({ prefix }) => apiUrl(baseUrl, `${prefix}/chat/completions`),
    bodyOf: (request, dialect) => openAiBody(model, request, dialect),
    read: readCompletion,
    nextDialect: (dialect, rejection) => nextOpenAiDialect(dialect, rejection, isRootUrl),
  });
}
