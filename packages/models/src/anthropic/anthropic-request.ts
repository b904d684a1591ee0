import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages";
import { verdictJsonSchema } from "../schemas/index.ts";
import type { VendorRequest } from "../vendor/index.ts";

/** Whether the model takes a JSON schema for its answer; older ones do not. */
export interface AnthropicDialect {
  readonly isStructured: boolean;
}

/** Returns the body of a Messages request; the fixed part carries the cache mark. */
export function anthropicBody(
  model: string,
  { purpose, prompt, maxTokens }: VendorRequest,
  { isStructured }: AnthropicDialect,
): MessageCreateParamsNonStreaming {
  return {
    model,
    max_tokens: maxTokens,
    system: [{ type: "text", text: prompt.system, cache_control: { type: "ephemeral" } }],
    messages: [{ role: "user", content: prompt.user }],
    ...(isStructured ? { output_config: { format: formatOf(purpose) } } : {}),
  };
}

function formatOf(purpose: VendorRequest["purpose"]) {
  return { type: "json_schema" as const, schema: { ...verdictJsonSchema(purpose) } };
}
