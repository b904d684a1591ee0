import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages";
import type { VendorClient } from "../vendor/index.ts";
import type { AnthropicDialect } from "./anthropic-request.ts";

/** After our own deadline, which covers the body of the response too. */
const SDK_TIMEOUT_GRACE_MS = 5_000;

/**
 * Loads the SDK and returns the client. Nothing is left to the environment: address, credential, log level and tracing
 * are given, retries are off, and the fetch given drops what `ANTHROPIC_CUSTOM_HEADERS` adds.
 */
export async function loadAnthropicClient(
  apiKey: string,
  baseURL: string,
): Promise<VendorClient<MessageCreateParamsNonStreaming, AnthropicDialect>> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  return {
    send: (body, _dialect, { fetch, signal, timeoutMs }) => {
      const client = new Anthropic({
        apiKey,
        authToken: null,
        webhookKey: null,
        baseURL,
        maxRetries: 0,
        timeout: timeoutMs + SDK_TIMEOUT_GRACE_MS,
        fetch: (target, init) => fetch(String(target), init ?? {}),
        logLevel: "off",
        openTelemetry: false,
      });
      return client.messages.create(body, { signal });
    },
  };
}
