import { type AuxiliaryModel, type ConfiguredModel, rulesModel } from "@metis-curate/core";
import { anthropicModel } from "../anthropic/index.ts";
import { OPENAI_BASE_URL, openAiCompatibleModel } from "../openai/index.ts";
import type { FetchFunction } from "../transport/index.ts";
import { findKey } from "./api-key.ts";
import { parseBaseUrl } from "./base-url.ts";

export interface CreateModelOptions {
  /** `curator.base_url`; null or absent for the provider's own address. */
  readonly baseUrl?: string | null;
  /** Of one call; default by the length of the answer. */
  readonly timeoutMs?: number;
  /** Default the global one. */
  readonly fetch?: FetchFunction;
}

/** A provider by the word before the colon. */
interface Provider {
  readonly keyName: string;
  readonly needsKey: boolean;
  readonly needsBaseUrl: boolean;
  make(parts: ModelParts): AuxiliaryModel;
}

interface ModelParts {
  readonly id: string;
  readonly model: string;
  /** Null only where the provider needs none. */
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
  readonly rest: Pick<CreateModelOptions, "timeoutMs" | "fetch">;
}

const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  [
    "anthropic",
    {
      keyName: "ANTHROPIC_API_KEY",
      needsKey: true,
      needsBaseUrl: false,
      make: ({ model, apiKey, baseUrl, rest }) =>
        anthropicModel({ model, apiKey: apiKey ?? "", ...(baseUrl === null ? {} : { baseUrl }), ...rest }),
    },
  ],
  [
    "openai",
    {
      keyName: "OPENAI_API_KEY",
      needsKey: true,
      needsBaseUrl: false,
      make: ({ id, model, apiKey, baseUrl, rest }) =>
        openAiCompatibleModel({ id, model, apiKey, baseUrl: baseUrl ?? OPENAI_BASE_URL, ...rest }),
    },
  ],
  [
    "openai-compatible",
    {
      keyName: "OPENAI_COMPATIBLE_API_KEY",
      needsKey: false,
      needsBaseUrl: true,
      make: ({ id, model, apiKey, baseUrl, rest }) =>
        openAiCompatibleModel({ id, model, apiKey, baseUrl: baseUrl ?? "", ...rest }),
    },
  ],
] satisfies readonly (readonly [string, Provider])[]);

/**
 * Returns the model of a configured id (CONTRACTS 8.4), or the one line that says why there is none: no key, no base
 * URL, one that cannot be used, an unknown provider. `rules` | `anthropic:<m>` | `openai:<m>` | `openai-compatible:<m>`.
 * Keys come only from `env`. Nothing is loaded or sent yet.
 */
export function createModel(
  id: string,
  env: Readonly<Record<string, string | undefined>>,
  options: CreateModelOptions = {},
): ConfiguredModel {
  if (id === "rules") return { kind: "model", model: rulesModel() };
  const none = (message: string): ConfiguredModel => ({ kind: "none", id, message });
  const colon = id.indexOf(":");
  const provider = PROVIDERS.get(id.slice(0, Math.max(0, colon)));
  const model = id.slice(colon + 1);
  if (provider === undefined || model === "") {
    return none(`unknown model "${id}"; use rules, or <provider>:<model> such as anthropic:claude-haiku-4-5`);
  }
  const found = findKey(env, provider.keyName);
  if (found.kind === "absent" && provider.needsKey) {
    return none(`no key for model ${id}: set ${provider.keyName}, or use --model rules, which needs none`);
  }
  if (found.kind === "unusable")
    return none(`${provider.keyName} holds characters that no key has; set it anew`);
  const base = readBaseUrl(options.baseUrl ?? null);
  if (base.kind === "bad") return none(`model ${id}: ${base.message}`);
  if (base.kind === "none" && provider.needsBaseUrl) {
    return none(
      `no address for model ${id}: set curator.base_url, such as http://localhost:11434/v1, or use --model rules`,
    );
  }
  const { baseUrl: _, ...rest } = options;
  const apiKey = found.kind === "key" ? found.key : null;
  const baseUrl = base.kind === "url" ? base.url : null;
  return { kind: "model", model: provider.make({ id, model, apiKey, baseUrl, rest }) };
}

function readBaseUrl(text: string | null): ReturnType<typeof parseBaseUrl> | { readonly kind: "none" } {
  return text === null ? { kind: "none" } : parseBaseUrl(text);
}
