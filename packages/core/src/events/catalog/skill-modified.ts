import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { count, nullableText, text } from "./fields.ts";

/** Someone other than the curator changed a skill (CONTRACTS 4.3, 7.4). */
export const skillModifiedEvent = defineEvent({
  type: "skill.modified",
  floor: "user_controlled",
  actor: "agent",
  privateFields: ["reason"],
  entries: {
    skill_id: text,
    modification_type: v.picklist(["edit", "version_bump", "rename"]),
    before_hash: text,
    after_hash: text,
    diff_size_bytes: count,
    reason: nullableText,
  },
});
export type SkillModifiedPayload = v.InferOutput<typeof skillModifiedEvent.schema>;
