import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { nullableText, text } from "./fields.ts";

/** A session began in a workspace (CONTRACTS 4.3). */
export const sessionCreatedEvent = defineEvent({
  type: "session.created",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    workspace_path: text,
    workspace_hash: text,
    initial_active_model: nullableText,
    routing_policy_version: v.union([text, v.number(), v.null()]),
  },
});
export type SessionCreatedPayload = v.InferOutput<typeof sessionCreatedEvent.schema>;
