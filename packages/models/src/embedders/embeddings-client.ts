import type { FetchFunction } from "../transport/index.ts";

/** After our own deadline, which covers the body of the response too. */
const SDK_TIMEOUT_GRACE_MS = 5_000;
/** The SDK insists on a key; the fetch given sends none when there is none. */
const NO_KEY = "none";

export interface EmbeddingsBody {
  readonly model: string;
  readonly input: string[];
  /** Said, because the SDK would otherwise ask for base64, which not every server knows. */
  readonly encoding_format: "float";
}

/** The vendor's SDK, loaded. `send` returns the response as foreign data. */
export interface EmbeddingsClient {
  send(
    body: EmbeddingsBody,
    wire: { readonly fetch: FetchFunction; readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<unknown>;
}

/** Loads the SDK and returns the client; nothing is left to the environment, see `loadOpenAiClient`. */
export async function loadEmbeddingsClient(
  apiKey: string | null,
  baseUrl: string,
): Promise<EmbeddingsClient> {
  const { OpenAI } = await import("openai");
  return {
    send: (body, { fetch, signal, timeoutMs }) => {
      const client = new OpenAI({
        apiKey: apiKey ?? NO_KEY,
        organization: null,
        project: null,
        webhookSecret: null,
        baseURL: baseUrl,
        maxRetries: 0,
        timeout: timeoutMs + SDK_TIMEOUT_GRACE_MS,
        fetch: (target, init) => fetch(String(target), init ?? {}),
        logLevel: "off",
      });
      return client.embeddings.create(body, { signal });
    },
  };
}
