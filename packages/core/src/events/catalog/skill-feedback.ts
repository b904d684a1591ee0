import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { optionalText, text } from "./fields.ts";

/** How a task went with a skill (CONTRACTS 13.1). */
export const skillFeedbackEvent = defineEvent({
  type: "skill.feedback",
  floor: "private",
  actor: "system",
  privateFields: ["task"],
  entries: {
    skill_id: text,
    outcome: v.picklist(["success", "partial", "failure"]),
    task: optionalText,
  },
});
export type SkillFeedbackPayload = v.InferOutput<typeof skillFeedbackEvent.schema>;
