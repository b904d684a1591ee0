import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { text } from "./fields.ts";

/** The operator resumed a root (CONTRACTS 4.4). */
export const curatorResumedEvent = defineEvent({
  type: "curator.resumed",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    curator_run_id: v.optional(text),
  },
});
export type CuratorResumedPayload = v.InferOutput<typeof curatorResumedEvent.schema>;
