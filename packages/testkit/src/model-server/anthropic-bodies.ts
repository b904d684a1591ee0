import type { ServedRequest } from "./served-request.ts";
import type { BilledTokens } from "./server-bill.ts";

export interface AnswerParts {
  readonly text: string;
  readonly end: "end" | "max_tokens" | "refusal";
  /** Why the model refuses. */
  readonly message?: string;
  /** In the place of the counts: any value, or undefined for none. */
  readonly usage: unknown;
}

/** A message as the Messages API sends it. */
export function anthropicAnswer(request: ServedRequest, parts: AnswerParts): unknown {
  const { text, end, usage, message = null } = parts;
  return {
    id: `msg_${String(request.index).padStart(24, "0")}`,
    type: "message",
    role: "assistant",
    model: request.model,
    container: null,
    content: text === "" ? [] : [{ type: "text", text, citations: null }],
    stop_reason: end === "end" ? "end_turn" : end,
    stop_sequence: null,
    stop_details: end === "refusal" ? { type: "refusal", category: null, explanation: message } : null,
    ...(usage === undefined ? {} : { usage }),
  };
}

export function anthropicUsage(tokens: BilledTokens): unknown {
  return {
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    cache_read_input_tokens: tokens.cacheRead,
    cache_creation_input_tokens: tokens.cacheWrite,
    cache_creation: { ephemeral_5m_input_tokens: tokens.cacheWrite, ephemeral_1h_input_tokens: 0 },
    output_tokens_details: null,
    server_tool_use: null,
    service_tier: "standard",
    inference_geo: null,
    speed: null,
  };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

export function anthropicError(status: number, message: string, requestId: string): unknown {
  return {
    type: "error",
    error: { type: ERROR_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error"), message },
    request_id: requestId,
  };
}
