import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, evidence, nullableText, rootSource, text } from "./fields.ts";

/** A skill's body was given to the agent (CONTRACTS 4.3, 14). */
export const skillLoadedEvent = defineEvent({
  type: "skill.loaded",
  floor: "pseudonymous",
  actor: "agent",
  entries: {
    skill_id: text,
    skill_version: text,
    load_reason: v.picklist(["always", "on_demand", "auto_suggested"]),
    load_size_tokens: count,
    source: rootSource,
    triggered_by_tool_use_id: nullableText,
    evidence,
  },
});
export type SkillLoadedPayload = v.InferOutput<typeof skillLoadedEvent.schema>;
