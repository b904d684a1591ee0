import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import type { VendorClient } from "../vendor/index.ts";
import type { OpenAiDialect } from "./openai-request.ts";

/** After our own deadline, which covers the body of the response too. */
const SDK_TIMEOUT_GRACE_MS = 5_000;
/** The SDK insists on a key; the fetch given sends none when there is none. */
const NO_KEY = "none";

/**
 * Loads the SDK and returns the client. Nothing is left to the environment: address, credential, organization, project
 * and log level are given, retries are off, and the fetch given drops what `OPENAI_CUSTOM_HEADERS` adds.
 */
export async function loadOpenAiClient(
  apiKey: string | null,
  baseUrl: string,
): Promise<VendorClient<ChatCompletionCreateParamsNonStreaming, OpenAiDialect>> {
  const { OpenAI } = await import("openai");
  return {
    send: (body, { prefix }, { fetch, signal, timeoutMs }) => {
      const client = new OpenAI({
        apiKey: apiKey ?? NO_KEY,
        organization: null,
        project: null,
        webhookSecret: null,
        baseURL: `${baseUrl}${prefix}`,
        maxRetries: 0,
        timeout: timeoutMs + SDK_TIMEOUT_GRACE_MS,
        fetch: (target, init) => fetch(String(target), init ?? {}),
        logLevel: "off",
      });
      return client.chat.completions.create(body, { signal });
    },
  };
}
