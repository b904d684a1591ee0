import * as v from "valibot";
import { count, nullableInstant, nullableNumber, nullableText, share, text } from "./fields.ts";

export const skillHealthSchema = v.object({
  name: text,
  path: text,
  description: text,
  state: v.picklist(["active", "stale", "archived", "draft"]),
  origin: text,
  pinned: v.boolean(),
  touchable: v.boolean(),
  reason: v.pipe(text, v.description("The action it is a candidate for, or why it is left alone")),
  created_at: nullableInstant,
  last_loaded_at: nullableInstant,
  idle_days: nullableNumber,
  loads_total: count,
  loads_by_week: v.pipe(v.array(count), v.description("One number per week of `weeks`")),
  effectiveness: share,
  effectiveness_uses: count,
  failure_rate: share,
  failed_sessions: v.nullable(count),
  size_tokens: v.nullable(count),
  rent_tokens: v.pipe(count, v.description("Tokens of its line in the discovery index; 0 when archived")),
  skill_version: nullableText,
  consolidated_from: v.array(text),
  archive_path: nullableText,
  suggested_description: nullableText,
});
export type SkillHealthWire = v.InferOutput<typeof skillHealthSchema>;

/** `GET /analytics/skills`, by name. */
export const skillsPageSchema = v.object({
  last_curation_at: nullableInstant,
  weeks: v.pipe(v.array(text), v.description("Mondays, UTC, oldest first; the last is this week")),
  skills_total: count,
  rent_tokens: v.pipe(count, v.description("Of all skills together")),
  skills: v.array(skillHealthSchema),
  next_cursor: nullableText,
});
export type SkillsPageWire = v.InferOutput<typeof skillsPageSchema>;
