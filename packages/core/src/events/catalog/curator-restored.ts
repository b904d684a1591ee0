import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { names, text } from "./fields.ts";

/**
 * A whole root was restored from a backup. `state` is `state.json` as it is from then on: the fold of the acts
 * starts anew from it. Additive to CONTRACTS 4.4: no sequence of `skill.curated` says as much.
 */
export const curatorRestoredEvent = defineEvent({
  type: "curator.restored",
  floor: "user_controlled",
  actor: "system",
  entries: {
    curator_run_id: text,
    backup_id: text,
    backup_created_at: text,
    restored: names,
    displaced: names,
    state: v.record(v.string(), v.unknown()),
  },
});
export type CuratorRestoredPayload = v.InferOutput<typeof curatorRestoredEvent.schema>;
