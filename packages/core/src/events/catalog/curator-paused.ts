import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { text } from "./fields.ts";

/** The operator paused a root (CONTRACTS 4.4). */
export const curatorPausedEvent = defineEvent({
  type: "curator.paused",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    curator_run_id: v.optional(text),
  },
});
export type CuratorPausedPayload = v.InferOutput<typeof curatorPausedEvent.schema>;
