import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { nullableText, optionalText, text } from "./fields.ts";

/** A skill found elsewhere (CONTRACTS 13.1, 13.7). */
export const skillScoutedEvent = defineEvent({
  type: "skill.scouted",
  floor: "pseudonymous",
  actor: "system",
  entries: {
    source_url: text,
    name: text,
    description: nullableText,
    relevance_score: v.number(),
    status: v.picklist(["new", "adopted", "dismissed"]),
    matched_gap: optionalText,
  },
});
export type SkillScoutedPayload = v.InferOutput<typeof skillScoutedEvent.schema>;
