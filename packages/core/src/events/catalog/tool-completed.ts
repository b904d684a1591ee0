import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, names, nullableText, text } from "./fields.ts";

/** A tool call came back (CONTRACTS 4.3). */
export const toolCompletedEvent = defineEvent({
  type: "tool.completed",
  floor: "private",
  actor: "tool",
  privateFields: ["files_modified", "command_executed"],
  entries: {
    tool_use_id: text,
    success: v.boolean(),
    output_size_bytes: count,
    latency_ms: v.number(),
    files_modified: v.nullable(names),
    command_executed: nullableText,
  },
});
export type ToolCompletedPayload = v.InferOutput<typeof toolCompletedEvent.schema>;
