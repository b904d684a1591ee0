import type * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { nullableText, text } from "./fields.ts";

/** The operator took a skill away from the curator (CONTRACTS 4.4, 5). */
export const skillDisownedEvent = defineEvent({
  type: "skill.disowned",
  floor: "pseudonymous",
  actor: "user",
  entries: {
    skill_id: text,
    skill_version: nullableText,
  },
});
export type SkillDisownedPayload = v.InferOutput<typeof skillDisownedEvent.schema>;
