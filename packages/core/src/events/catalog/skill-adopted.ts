import type * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { nullableText, text } from "./fields.ts";

/** The operator gave a skill to the curator (CONTRACTS 4.4, 5). */
export const skillAdoptedEvent = defineEvent({
  type: "skill.adopted",
  floor: "pseudonymous",
  actor: "user",
  entries: {
    skill_id: text,
    skill_version: nullableText,
  },
});
export type SkillAdoptedPayload = v.InferOutput<typeof skillAdoptedEvent.schema>;
