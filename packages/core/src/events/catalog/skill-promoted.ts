import type * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { nullableText, text } from "./fields.ts";

/** The operator made a draft active (CONTRACTS 4.4, 13.5). */
export const skillPromotedEvent = defineEvent({
  type: "skill.promoted",
  floor: "pseudonymous",
  actor: "user",
  entries: {
    skill_id: text,
    skill_version: nullableText,
  },
});
export type SkillPromotedPayload = v.InferOutput<typeof skillPromotedEvent.schema>;
