import * as v from "valibot";
import { defineEvent, isMarkedRedacted } from "./define-event.ts";
import { count, names, nullableText, rootSource, signalBag, text, usdText } from "./fields.ts";

/** One action on one skill (S1 8.1, CONTRACTS 4.4). */
export const skillCuratedEvent = defineEvent({
  type: "skill.curated",
  floor: "user_controlled",
  actor: "system",
  privateFields: ["rationale"],
  ceiling: "pseudonymous",
  // An empty rationale opens nothing: `signals.reason` may still hold what a person wrote.
  isOpen: (payload) => isMarkedRedacted(payload, "rationale"),
  entries: {
    curator_run_id: text,
    skill_id: text,
    action: v.picklist(["pin", "unpin", "archive", "restore", "consolidate", "edit"]),
    source: rootSource,
    skill_version_before: nullableText,
    skill_version_after: nullableText,
    consolidated_from: names,
    archive_path: nullableText,
    curator_kind: v.picklist(["llm", "manual"]),
    curator_model: nullableText,
    curator_cost_usd: usdText,
    curator_pricing_version: nullableText,
    curator_latency_ms: count,
    rationale: text,
    signals: signalBag,
  },
});
export type SkillCuratedPayload = v.InferOutput<typeof skillCuratedEvent.schema>;
