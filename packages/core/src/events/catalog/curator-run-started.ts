import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, rootSource, signalBag, text } from "./fields.ts";

/** A run began (S1 8.4). */
export const curatorRunStartedEvent = defineEvent({
  type: "curator.run_started",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    curator_run_id: text,
    source: rootSource,
    trigger: v.picklist(["session_ended", "explicit_cli", "scheduled"]),
    candidates_considered: count,
    config_snapshot: signalBag,
  },
});
export type CuratorRunStartedPayload = v.InferOutput<typeof curatorRunStartedEvent.schema>;
