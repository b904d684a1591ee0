import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { evidence, text } from "./fields.ts";

/**
 * The agent's own file tool wrote a skill, or its runtime says that one changed: no provenance (CONTRACTS 14). `path` is
 * relative to the skills directory.
 */
export const skillObservedEvent = defineEvent({
  type: "skill.observed",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    skill_id: text,
    skill_version: text,
    path: text,
    evidence,
    /** `changed`: the runtime does not say by whose hand. */
    operation: v.optional(v.picklist(["create", "edit", "changed"])),
    runtime: v.optional(text),
  },
});
export type SkillObservedPayload = v.InferOutput<typeof skillObservedEvent.schema>;
