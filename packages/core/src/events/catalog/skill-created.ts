import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, evidence, text } from "./fields.ts";

/** A skill came to be: what gives provenance (CONTRACTS 4.3, 4.4, 5). */
export const skillCreatedEvent = defineEvent({
  type: "skill.created",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    skill_id: text,
    skill_version: text,
    source: v.picklist(["manual", "auto_generated", "imported", "curator_generated"]),
    size_tokens: count,
    draft: v.optional(v.boolean()),
    evidence,
  },
});
export type SkillCreatedPayload = v.InferOutput<typeof skillCreatedEvent.schema>;
