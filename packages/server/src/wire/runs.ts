import * as v from "valibot";
import {
  bag,
  count,
  countsByName,
  exactUsd,
  instant,
  nullableInstant,
  nullableNumber,
  nullableText,
  text,
} from "./fields.ts";

const runEntries = {
  curator_run_id: text,
  started_at: instant,
  finished_at: nullableInstant,
  trigger: nullableText,
  candidates_considered: nullableNumber,
  throttled_reason: v.pipe(nullableText, v.description("Null while the run is not finished")),
  ended_early: nullableText,
  duration_ms: nullableNumber,
  actions_total: count,
  actions_by_type: countsByName,
  spend_usd: exactUsd,
  skips_total: count,
  errors: count,
  truncated: count,
} as const;

export const runSummarySchema = v.object(runEntries);
export type RunSummaryWire = v.InferOutput<typeof runSummarySchema>;

/** `GET /analytics/curator/runs`, newest first. */
export const runsPageSchema = v.object({
  runs: v.array(runSummarySchema),
  next_cursor: v.pipe(nullableText, v.description("For the `cursor` parameter; null on the last page")),
});
export type RunsPageWire = v.InferOutput<typeof runsPageSchema>;

export const runActionSchema = v.object({
  event_id: text,
  at: instant,
  skill_id: text,
  action: text,
  curator_kind: nullableText,
  curator_model: nullableText,
  skill_version_before: nullableText,
  skill_version_after: nullableText,
  consolidated_from: v.array(text),
  archive_path: nullableText,
  cost_usd: exactUsd,
  pricing_version: nullableText,
  latency_ms: nullableNumber,
  rationale: text,
  signals: bag,
  ledger: v.nullable(
    v.pipe(
      v.object({
        retention_ratio: nullableNumber,
        word_share: nullableNumber,
        kept: nullableNumber,
        dropped: v.array(v.object({ item: text, reason: text })),
        missing: v.array(text),
        headings_lost: v.array(text),
      }),
      v.description("What a merge kept and what it dropped; null for every other action"),
    ),
  ),
});
export type RunActionWire = v.InferOutput<typeof runActionSchema>;

export const runCallSchema = v.object({
  call_id: text,
  started_at: nullableInstant,
  completed_at: nullableInstant,
  purpose: nullableText,
  skills: v.array(text),
  model: nullableText,
  estimated_cost_usd: v.nullable(exactUsd),
  cost_usd: v.nullable(exactUsd),
  input_tokens: nullableNumber,
  output_tokens: nullableNumber,
  latency_ms: nullableNumber,
  verdict: nullableText,
});

/** `GET /analytics/curator/runs/:id`; a manual act is a run without trigger and end. */
export const runDetailSchema = v.object({
  ...runEntries,
  config_snapshot: v.nullable(bag),
  actions: v.array(runActionSchema),
  calls: v.array(runCallSchema),
  skips: v.array(v.object({ skills: v.array(text), action: text, kind: text })),
});
export type RunDetailWire = v.InferOutput<typeof runDetailSchema>;
