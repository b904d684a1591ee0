import * as v from "valibot";
import { count, countsByName, exactUsd, instant, partialSchema, text, windowSchema } from "./fields.ts";

/** `GET /analytics/curator` (CONTRACTS 12, S1 10.2). */
export const curatorAnalyticsSchema = v.object({
  since: instant,
  until: instant,
  runs: count,
  actions_total: count,
  actions_by_type: countsByName,
  spend_usd: exactUsd,
  throttled_runs: count,
  skills_pinned: count,
  skills_archived: count,
  skills_active: count,
  window: windowSchema,
  current_pricing_version: text,
  partial: partialSchema,
});
export type CuratorAnalytics = v.InferOutput<typeof curatorAnalyticsSchema>;
