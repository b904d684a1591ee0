import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, foreignCost } from "./fields.ts";

/** A session ended (CONTRACTS 4.3). */
export const sessionEndedEvent = defineEvent({
  type: "session.ended",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    disposition: v.picklist(["completed", "abandoned", "error"]),
    turn_count: count,
    total_cost_usd: foreignCost,
    duration_seconds: v.number(),
  },
});
export type SessionEndedPayload = v.InferOutput<typeof sessionEndedEvent.schema>;
