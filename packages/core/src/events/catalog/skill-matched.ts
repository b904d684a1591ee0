import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { names, nullableText, text } from "./fields.ts";

/** A task was matched against the library (CONTRACTS 13.1). */
export const skillMatchedEvent = defineEvent({
  type: "skill.matched",
  floor: "private",
  actor: "system",
  privateFields: ["task"],
  entries: {
    /** Its text or its hash, as `matching.store_task` says. */
    task: v.optional(nullableText),
    best_skill: nullableText,
    best_score: v.number(),
    top: v.array(v.unknown()),
    profile: v.nullable(v.union([text, names])),
  },
});
export type SkillMatchedPayload = v.InferOutput<typeof skillMatchedEvent.schema>;
