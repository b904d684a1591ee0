import type { Payload } from "@metis-curate/core";
import type { FixtureEvent } from "@metis-curate/testkit";
import { HOSTILE_TEXT } from "./hostile-skills.ts";

export const PAID_RUN_ID = "01JX0000000000000000PAID01";
const MODEL = "anthropic:claude-haiku-4-5";
const DAYS_AGO = 5;
const SECOND_IN_DAYS = 1 / 86_400;

const common = { curator_run_id: PAID_RUN_ID };
const call = { ...common, model: MODEL, pricing_version: "2026-05-08" };

/** A run that paid for a merge with a ledger and an edit, skipped one and never heard back of another. */
export function paidRun(): readonly FixtureEvent[] {
  const payloads: readonly (readonly [string, Payload])[] = [
    [
      "curator.run_started",
      {
        ...common,
        source: "workspace",
        trigger: "session_ended",
        candidates_considered: 4,
        config_snapshot: { per_run_max_usd: "0.50", per_day_max_usd: "1.00", interval_hours: 168 },
      },
    ],
    ...callPair("call-1", "consolidate", ["deploy-web", "web-deploy"], "0.12", "confirmed"),
    [
      "skill.curated",
      curated("deploy-web", "consolidate", "0.12", {
        consolidated_from: ["web-deploy", "deploy-site"],
        skill_version_before: "1111111111111111",
        skill_version_after: "2222222222222222",
        rationale: `Both deploy the same server. ${HOSTILE_TEXT}`,
        signals: {
          retention_ratio: 0.93,
          retention_found: 13,
          retention_dropped: [{ item: "command: rm -rf build", reason: "the new script cleans by itself" }],
          retention_missing: [],
          retention_word_share: 0.81,
          retention_headings_lost: ["Notes for 2023"],
          "<b>key</b>": HOSTILE_TEXT,
        },
      }),
    ],
    ...callPair("call-2", "edit", ["release-notes"], "0.064", "confirmed"),
    [
      "skill.curated",
      curated("release-notes", "edit", "0.064", { rationale: "The command changed its name." }),
    ],
    ...callPair("call-3", "archive", ["aging"], "0.001", "declined"),
    [
      "curator.call_started",
      {
        ...common,
        call_id: "call-4",
        purpose: "edit",
        skill_ids: ["old-report"],
        model: MODEL,
        estimated_cost_usd: "0.02",
      },
    ],
    [
      "curator.run_finished",
      {
        ...common,
        source: "workspace",
        actions_taken: 2,
        spend_usd: "0.205",
        throttled_reason: "per_run_cap",
        duration_ms: 65_000,
        errors: 1,
        truncated: 3,
        skips: [{ skills: ["aging"], action: "archive", kind: "declined" }],
        ended_early: null,
      },
    ],
  ];
  return payloads.map(([type, payload], index) => ({
    type,
    payload,
    daysAgo: DAYS_AGO - index * SECOND_IN_DAYS,
    actor: "system" as const,
  }));
}

function callPair(
  callId: string,
  purpose: string,
  skills: readonly string[],
  cost: string,
  verdict: string,
): readonly (readonly [string, Payload])[] {
  const about = { ...call, call_id: callId, purpose, skill_ids: skills };
  return [
    ["curator.call_started", { ...about, estimated_cost_usd: cost }],
    [
      "curator.call_completed",
      { ...about, input_tokens: 1_200, output_tokens: 340, cost_usd: cost, latency_ms: 900, verdict },
    ],
  ];
}

function curated(skill: string, action: string, cost: string, further: Payload): Payload {
  return {
    ...common,
    skill_id: skill,
    action,
    source: "workspace",
    skill_version_before: null,
    skill_version_after: null,
    consolidated_from: [],
    archive_path: null,
    curator_kind: "llm",
    curator_model: MODEL,
    curator_cost_usd: cost,
    curator_pricing_version: "2026-05-08",
    curator_latency_ms: 900,
    signals: {},
    ...further,
  };
}
