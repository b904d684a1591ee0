import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { text } from "./fields.ts";

/** A tool call failed; its name is in `tool.called` (CONTRACTS 4.3). */
export const toolFailedEvent = defineEvent({
  type: "tool.failed",
  floor: "private",
  actor: "tool",
  privateFields: ["error_message"],
  entries: {
    tool_use_id: text,
    error_class: v.picklist([
      "timeout",
      "permission_denied",
      "not_found",
      "validation_error",
      "execution_error",
      "cancelled",
      "user_denied",
      "confirmation_timeout",
    ]),
    error_message: text,
    latency_ms: v.number(),
  },
});
export type ToolFailedPayload = v.InferOutput<typeof toolFailedEvent.schema>;
