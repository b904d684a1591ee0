import type * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { evidence, text } from "./fields.ts";

/** The agent's own file tool wrote a skill: no provenance (CONTRACTS 14). */
export const skillObservedEvent = defineEvent({
  type: "skill.observed",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    skill_id: text,
    skill_version: text,
    path: text,
    evidence,
  },
});
export type SkillObservedPayload = v.InferOutput<typeof skillObservedEvent.schema>;
