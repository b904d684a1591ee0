import type { FeedbackReport, MatchMethod, MatchReport } from "@metis-curate/core";
import * as v from "valibot";

/** 0..1. */
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const notices = v.pipe(v.array(v.string()), v.description("Lines for a person."));
export const state = v.picklist(["active", "stale", "draft"]);

export const method: v.GenericSchema<MatchMethod> = v.object({
  embedder: v.pipe(v.string(), v.description("`lexical`, or the embedder whose vectors were used.")),
  hint: v.pipe(
    v.nullable(v.string()),
    v.description("Why a configured embedder was not used, and what to do; else null."),
  ),
});

const match = v.object({
  name: v.string(),
  path: v.pipe(v.string(), v.description("Absolute path of the SKILL.md to read.")),
  score: v.pipe(share, v.description("Below the gap's threshold it is no advice.")),
  similarity: v.pipe(share, v.description("0 for unrelated text, near 1 for a paraphrase.")),
  effectiveness: v.pipe(share, v.description("Learned from feedback; 0.5 without any.")),
  profile_match: v.pipe(
    v.nullable(v.picklist([0, 1])),
    v.description("Whether the profile expects it; null without a profile."),
  ),
  state,
  description: v.string(),
  why: v.pipe(
    v.array(v.string()),
    v.description("Words of the task that speak for it, the strongest first."),
  ),
});

const gap = v.object({
  best_score: share,
  threshold: share,
  suggested_action: v.picklist(["create_new", "evolve_existing", "restore_archived"]),
  skill: v.pipe(v.nullable(v.string()), v.description("The skill to evolve or restore, or the closest one.")),
  message: v.string(),
});

export const matchReport: v.GenericSchema<MatchReport> = v.object({
  matches: v.pipe(v.array(match), v.description("Best first.")),
  best_skill: v.pipe(
    v.nullable(v.string()),
    v.description("The skill to read and follow: the first match, or null when none fits."),
  ),
  gap: v.pipe(v.nullable(gap), v.description("Set when no skill fits.")),
  profile: v.nullable(v.object({ name: v.nullable(v.string()), skills: v.array(v.string()) })),
  method,
  session_id: v.pipe(v.string(), v.description("Pass it to skill_feedback and skill_gaps.")),
  notices,
});

export const feedbackReport: v.GenericSchema<FeedbackReport> = v.object({
  skill: v.string(),
  outcome: v.picklist(["success", "partial", "failure"]),
  effectiveness_before: share,
  effectiveness: share,
  uses: v.pipe(count, v.description("Feedback so far.")),
  session_id: v.string(),
});
