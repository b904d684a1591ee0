import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { names, purpose, text, usdText } from "./fields.ts";

/** A paid call is about to be sent, at most at this cost (CONTRACTS 4.4). */
export const curatorCallStartedEvent = defineEvent({
  type: "curator.call_started",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    curator_run_id: text,
    call_id: text,
    purpose,
    skill_ids: names,
    model: text,
    estimated_cost_usd: usdText,
    candidate_hash: v.optional(text),
  },
});
export type CuratorCallStartedPayload = v.InferOutput<typeof curatorCallStartedEvent.schema>;
