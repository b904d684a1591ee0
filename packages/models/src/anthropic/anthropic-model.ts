import type { AuxiliaryModel } from "@metis-curate/core";
import { ANTHROPIC_LIMITS, type ModelLimits } from "../limits/index.ts";
import { apiUrl, type FetchFunction } from "../transport/index.ts";
import { type Rejection, vendorModel } from "../vendor/index.ts";
import { loadAnthropicClient } from "./anthropic-client.ts";
import { type AnthropicDialect, anthropicBody } from "./anthropic-request.ts";
import { readMessage } from "./read-message.ts";

export const ANTHROPIC_BASE_URL = "https://api.anthropic.com";

export interface AnthropicModelOptions {
  /** As the provider calls it: `claude-haiku-4-5`. */
  readonly model: string;
  readonly apiKey: string;
  /** Without `/v1`; default the provider's own. */
  readonly baseUrl?: string;
  /** Of one call, its answer included; default by the length of the answer. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<ModelLimits>;
  /** Default the global one. */
  readonly fetch?: FetchFunction;
}

/**
 * Returns the model `anthropic:<model>` (CONTRACTS 8.4, 8.5). Each `ask` is one paid call through the vendor's SDK, which
 * is loaded at the first one: structured output where the model has it, the fixed part marked for the prompt cache, no
 * retries of its own. Rejects never. Throws TypeError for a `baseUrl` that is no URL. Nothing but these options decides where a request goes and what it carries.
 */
export function anthropicModel(options: AnthropicModelOptions): AuxiliaryModel {
  const { model, apiKey, timeoutMs } = options;
  const baseUrl = withoutVersion(options.baseUrl ?? ANTHROPIC_BASE_URL);
  const url = apiUrl(baseUrl, "/v1/messages");
  return vendorModel({
    id: `anthropic:${model}`,
    limits: { ...ANTHROPIC_LIMITS, ...options.limits },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    key: apiKey,
    keyName: "ANTHROPIC_API_KEY",
    fetch: options.fetch ?? globalThis.fetch,
    firstDialect: { isStructured: true } as AnthropicDialect,
    load: () => loadAnthropicClient(apiKey, baseUrl),
    urlOf: () => url,
    bodyOf: (request, dialect) => anthropicBody(model, request, dialect),
    read: readMessage,
    nextDialect,
  });
}

/** A model without structured output says so with 400; the prompt alone must do then. */
function nextDialect({ isStructured }: AnthropicDialect, rejection: Rejection): AnthropicDialect | null {
  const isAboutFormat = /output_config|output_format|json_schema|structured output/i.test(rejection.message);
  return isStructured && rejection.status === 400 && isAboutFormat ? { isStructured: false } : null;
}

/** The SDK adds the version itself. */
function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
}
