import type { AnswerParts } from "./anthropic-bodies.ts";
import type { ServedRequest } from "./served-request.ts";
import type { BilledTokens } from "./server-bill.ts";

const CREATED_SECONDS = 1_796_083_200;

/** A completion as the chat-completions API sends it. */
export function openaiAnswer(request: ServedRequest, parts: AnswerParts): unknown {
  const { text, end, usage, message = null } = parts;
  return {
    id: `chatcmpl-${request.index}`,
    object: "chat.completion",
    created: CREATED_SECONDS,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: end === "refusal" ? null : text,
          refusal: end === "refusal" ? message : null,
        },
        logprobs: null,
        finish_reason: end === "max_tokens" ? "length" : "stop",
      },
    ],
    ...(usage === undefined ? {} : { usage }),
  };
}

export function openaiUsage(tokens: BilledTokens): unknown {
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: tokens.output,
    total_tokens: prompt + tokens.output,
    prompt_tokens_details: {
      cached_tokens: tokens.cacheRead,
      cache_write_tokens: tokens.cacheWrite,
      audio_tokens: 0,
    },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

export function openaiError(status: number, message: string): unknown {
  const type = ERROR_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { error: { message, type, param: null, code: status === 429 ? "rate_limit_exceeded" : null } };
}
