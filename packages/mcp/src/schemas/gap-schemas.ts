import type { GapsReport, LifecycleReport } from "@metis-curate/core";
import * as v from "valibot";
import { count, notices, share, state } from "./match-schemas.ts";

const time = v.pipe(v.string(), v.description("ISO-8601, UTC."));

const gap = v.object({
  id: v.string(),
  theme: v.pipe(v.string(), v.description("A few words that its tasks share.")),
  occurrences: count,
  sessions: count,
  first_seen: time,
  last_seen: time,
  samples: v.array(v.string()),
  closest_skill: v.nullable(v.object({ name: v.string(), score: share })),
  recommended_action: v.picklist(["create_skill", "evolve_skill", "scout_external"]),
  restore: v.pipe(
    v.nullable(v.string()),
    v.description("An archived skill that would fill it: skill_restore brings it back."),
  ),
});

const unmatchedTask = v.object({
  task: v.string(),
  at: time,
  best_skill: v.nullable(v.string()),
  best_score: share,
});

export const gapsReport: v.GenericSchema<GapsReport> = v.object({
  gaps: v.pipe(
    v.array(gap),
    v.description("Needs that came up at least three times, the most frequent first."),
  ),
  tasks: v.exactOptional(
    v.pipe(v.array(unmatchedTask), v.description("Only with a session: its unmatched tasks.")),
  ),
  unmatched: v.pipe(count, v.description("Unmatched tasks that were looked at.")),
  hashed: v.pipe(count, v.description("Of those, the ones of which only a hash was kept.")),
  notices,
});

const lifecycleSkill = v.object({
  name: v.string(),
  state,
  effectiveness: share,
  uses: count,
  idle_days: v.nullable(count),
  last_loaded_at: v.nullable(time),
  reason: v.string(),
});

export const lifecycleReport: v.GenericSchema<LifecycleReport> = v.object({
  active: v.array(lifecycleSkill),
  stale: v.array(lifecycleSkill),
  drafts: v.array(lifecycleSkill),
  candidates_promote: v.pipe(
    v.array(lifecycleSkill),
    v.description("Drafts that proved good: skill_promote makes one active."),
  ),
  candidates_archive: v.pipe(v.array(lifecycleSkill), v.description("What a curator run would archive.")),
  candidates_restore: v.array(v.object({ skill: v.string(), gap: v.string() })),
  archived: count,
  notices,
});
