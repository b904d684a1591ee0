import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, text } from "./fields.ts";

/** The agent called a tool (CONTRACTS 4.3). */
export const toolCalledEvent = defineEvent({
  type: "tool.called",
  floor: "private",
  actor: "agent",
  privateFields: ["tool_name", "input_hash"],
  entries: {
    tool_use_id: text,
    tool_name: text,
    input_hash: text,
    input_size_bytes: count,
    side_effects: v.picklist(["none", "read", "write", "execute", "network"]),
  },
});
export type ToolCalledPayload = v.InferOutput<typeof toolCalledEvent.schema>;
