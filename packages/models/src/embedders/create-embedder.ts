import type { ConfiguredEmbedder } from "@metis-curate/core";
import { findKey, parseBaseUrl } from "../choose/index.ts";
import type { FetchFunction } from "../transport/index.ts";
import { EMBEDDER_KEY_NAME, openAiEmbedder } from "./openai-embedder.ts";
import { TRANSFORMERS_DEFAULT_MODEL, transformersEmbedder } from "./transformers-embedder.ts";
import { USE_LITE_ID, useLiteEmbedder } from "./use-lite-embedder.ts";

export interface CreateEmbedderOptions {
  /** `matching.embedder_base_url`; needed by `openai-compatible`. */
  readonly baseUrl?: string | null;
  /** Default the global one. */
  readonly fetch?: FetchFunction;
}

const BASE_URL_SETTING = "matching.embedder_base_url";

/**
 * Returns the embedder of a configured id (CONTRACTS 13.8), or none with the one line why: `lexical` by choice without a
 * line; no address, one that cannot be used, a key that cannot be sent, an unknown id. `use-lite` |
 * `transformers[:<model>]` | `openai-compatible:<model>` | `lexical`. Nothing is loaded or sent yet.
 */
export function createEmbedder(
  id: string,
  env: Readonly<Record<string, string | undefined>>,
  options: CreateEmbedderOptions = {},
): ConfiguredEmbedder {
  const [kind = "", ...rest] = id.split(":");
  const model = rest.join(":").trim();
  switch (kind) {
    case "lexical":
      return { kind: "none", id, message: null };
    case USE_LITE_ID:
      return { kind: "embedder", embedder: useLiteEmbedder() };
    case "transformers":
      return {
        kind: "embedder",
        embedder: transformersEmbedder({ model: model === "" ? TRANSFORMERS_DEFAULT_MODEL : model }),
      };
    case "openai-compatible":
      return model === "" ? none(id, "names no model") : createOpenAiEmbedder(id, model, env, options);
    default:
      return none(id, "is unknown; use use-lite, lexical, transformers:<model> or openai-compatible:<model>");
  }
}

function createOpenAiEmbedder(
  id: string,
  model: string,
  env: Readonly<Record<string, string | undefined>>,
  { baseUrl = null, fetch }: CreateEmbedderOptions,
): ConfiguredEmbedder {
  if (baseUrl === null)
    return none(id, `has no address: set ${BASE_URL_SETTING}, such as http://localhost:11434/v1`);
  const base = parseBaseUrl(baseUrl, BASE_URL_SETTING);
  if (base.kind === "bad") return none(id, `cannot be used: ${base.message}`);
  const found = findKey(env, EMBEDDER_KEY_NAME);
  if (found.kind === "unusable") {
    return none(id, `cannot be used: ${EMBEDDER_KEY_NAME} holds characters that no key has`);
  }
  const apiKey = found.kind === "key" ? found.key : null;
  const embedder = openAiEmbedder({
    model,
    baseUrl: base.url,
    apiKey,
    ...(fetch === undefined ? {} : { fetch }),
  });
  return { kind: "embedder", embedder };
}

function none(id: string, why: string): ConfiguredEmbedder {
  return { kind: "none", id, message: `embedder ${id} ${why}; skills are matched by words` };
}
