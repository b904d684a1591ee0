import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, foreignCost, nullableText, optionalText, text } from "./fields.ts";

/** One paid call of the agent (CONTRACTS 4.3). */
export const llmCallCompletedEvent = defineEvent({
  type: "llm.call_completed",
  floor: "pseudonymous",
  actor: "agent",
  entries: {
    model: text,
    provider: text,
    input_tokens: count,
    output_tokens: count,
    cached_input_tokens: count,
    cache_creation_input_tokens: count,
    cost_usd: foreignCost,
    pricing_version: nullableText,
    latency_ms: v.number(),
    stop_reason: nullableText,
    produced_tool_calls: v.union([v.number(), v.boolean()]),
    produced_thinking_blocks: v.union([v.number(), v.boolean()]),
    gateway_key_id: optionalText,
    inbound_shape: optionalText,
    user_id: optionalText,
    team_id: optionalText,
    parent_session_id: optionalText,
  },
});
export type LlmCallCompletedPayload = v.InferOutput<typeof llmCallCompletedEvent.schema>;
