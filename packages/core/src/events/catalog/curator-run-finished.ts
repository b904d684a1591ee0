import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, names, rootSource, text, usdText } from "./fields.ts";

/** A run ended; pairs with `curator.run_started` (S1 8.4, CONTRACTS 4.4). */
export const curatorRunFinishedEvent = defineEvent({
  type: "curator.run_finished",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    curator_run_id: text,
    source: rootSource,
    actions_taken: count,
    spend_usd: usdText,
    throttled_reason: v.picklist([
      "per_run_cap",
      "per_day_cap",
      "interval_not_elapsed",
      "disabled",
      "no_candidates",
      "completed",
    ]),
    duration_ms: count,
    errors: v.optional(count),
    truncated: v.optional(count),
    skips: v.optional(v.array(v.looseObject({ skills: names, action: text, kind: text }))),
    ended_early: v.optional(v.nullable(v.picklist(["model_errors", "interrupted", "failed", "recovered"]))),
  },
});
export type CuratorRunFinishedPayload = v.InferOutput<typeof curatorRunFinishedEvent.schema>;
