import * as v from "valibot";
import {
  count,
  exactUsd,
  nullableNumber,
  nullableText,
  partialSchema,
  text,
  windowSchema,
} from "./fields.ts";

/** One group of `GET /analytics/cost`; only the fields of the group's key are there. */
export const costGroupSchema = v.object({
  model: v.optional(nullableText),
  provider: v.optional(nullableText),
  session_id: v.optional(text),
  bucket: v.optional(v.pipe(text, v.description("`YYYY-MM-DD` or `YYYY-MM-DDTHH`, UTC"))),
  gateway_key_id: v.optional(nullableText),
  user_id: v.optional(nullableText),
  team_id: v.optional(nullableText),
  parent_session_id: v.optional(text),
  is_worker: v.optional(v.picklist(["planner", "worker"])),
  cost_usd: v.pipe(v.number(), v.description("At most six decimals; summed exactly")),
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: count,
  cache_creation_input_tokens: count,
  avg_latency_ms: nullableNumber,
  call_count: count,
  curator_cost_usd: v.optional(exactUsd),
});
export type CostGroupRow = v.InferOutput<typeof costGroupSchema>;

/** `GET /analytics/cost` (CONTRACTS 12); `data` is one object for `group_by=none`, else a list. */
export const costAnalyticsSchema = v.object({
  window: windowSchema,
  current_pricing_version: text,
  data: v.union([v.array(costGroupSchema), costGroupSchema]),
  curator_cost_usd: v.optional(exactUsd),
  partial: partialSchema,
});
export type CostAnalytics = v.InferOutput<typeof costAnalyticsSchema>;
