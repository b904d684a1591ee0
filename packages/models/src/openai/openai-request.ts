import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { verdictJsonSchema } from "../schemas/index.ts";
import type { VendorRequest } from "../vendor/index.ts";

/** What a server understands of the chat-completions API. */
export interface OpenAiDialect {
  readonly isStructured: boolean;
  /** How it wants to be told the longest answer. */
  readonly limitKey: "max_tokens" | "max_completion_tokens";
  /** Reasoning models think longer than a verdict needs. */
  readonly hasEffort: boolean;
  /** Stands between the base URL and the path. */
  readonly prefix: "" | "/v1";
}

/** Returns the body of a chat-completions request. */
export function openAiBody(
  model: string,
  { purpose, prompt, maxTokens }: VendorRequest,
  { isStructured, limitKey, hasEffort }: OpenAiDialect,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    [limitKey]: maxTokens,
    messages: [
      { role: "system", content: prompt.system },
      { role: "user", content: prompt.user },
    ],
    ...(hasEffort ? { reasoning_effort: "low" as const } : {}),
    ...(isStructured ? { response_format: formatOf(purpose) } : {}),
  };
}

function formatOf(purpose: VendorRequest["purpose"]) {
  const schema = { ...verdictJsonSchema(purpose) };
  return { type: "json_schema" as const, json_schema: { name: "verdict", strict: true, schema } };
}
