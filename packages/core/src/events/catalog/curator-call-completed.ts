import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, names, nullableText, purpose, text, usdText } from "./fields.ts";

/** A paid call was settled (CONTRACTS 4.4). */
export const curatorCallCompletedEvent = defineEvent({
  type: "curator.call_completed",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    curator_run_id: text,
    call_id: text,
    purpose,
    skill_ids: names,
    model: text,
    input_tokens: count,
    output_tokens: count,
    cost_usd: usdText,
    pricing_version: nullableText,
    latency_ms: count,
    verdict: v.picklist(["confirmed", "declined", "refused", "malformed", "error"]),
  },
});
export type CuratorCallCompletedPayload = v.InferOutput<typeof curatorCallCompletedEvent.schema>;
