import type { Outcome, Usd } from "@metis-curate/core";
import type {
  DashboardData,
  OverviewData,
  SkillData,
  SkillRow,
  SkillsData,
} from "../../../src/dashboard/data/dashboard-data.ts";
import type { RunDetailWire } from "../../../src/wire/runs.ts";

/** One text of a stranger in every place that shows one. */
export interface StrangersText {
  readonly name: string;
  readonly text: string;
}

const AT = "2026-05-01T00:00:00Z";

/** Data in which every free text is a stranger's. */
export function strangersData({ name, text }: StrangersText): DashboardData {
  const run = runOf({ name, text });
  return {
    commandLine: "metis-curate .",
    version: "1.2.3",
    nowUs: () => Date.parse("2026-06-01T00:00:00Z") * 1_000,
    overview: async () => ok(overviewOf({ name, text }, run)),
    skills: async () => ok({ root, skills: [rowOf({ name, text })], skipped: [skippedOf(text)] }),
    findSkill: async () => ok(skillOf({ name, text })),
    runs: async () => ok({ runs: [run], next_cursor: text }),
    findRun: async () => ok({ ...run, left_to_undo: { [text]: 1 } }),
  };
}

export function refusing(message: string): DashboardData {
  const refuse = async (): Promise<Outcome<never>> => ({
    ok: false,
    refusal: { kind: "unreadable", message, exitCode: 3 },
  });
  return {
    ...strangersData({ name: "a", text: "a" }),
    overview: refuse,
    skills: refuse,
    findSkill: refuse,
    runs: refuse,
    findRun: refuse,
  };
}

function ok<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

const root = { key: "metis:abc", scope: "workspace", layout: "metis", path: "/home/ada/project" };

function skippedOf(text: string): SkillsData["skipped"][number] {
  return { path: text, kind: "invalid-yaml", message: text };
}

function rowOf({ name, text }: StrangersText): SkillRow {
  return {
    name,
    description: text,
    state: "active",
    origin: text,
    pinned: true,
    reason: text,
    lastLoadedAt: AT,
    idleDays: 1,
    weeks: [{ week: "2026-05-25", loads: 3 }],
    loads: 3,
    effectiveness: 0.5,
    failureRate: 0.25,
    sizeTokens: 1_234,
    rentTokens: 12,
  };
}

function actOf({ name, text }: StrangersText): OverviewData["acts"][number] {
  return {
    at: AT,
    run_id: text,
    action: text,
    skill: name,
    source: text,
    version_before: text,
    version_after: text,
    rationale: text,
    cost_usd: "0.5",
    archive_path: text,
    diff: `--- a\n+++ b\n@@ -1 +1 @@\n-${text}\n+${text}\n`,
  };
}

function skillOf(stranger: StrangersText): SkillData {
  const { name, text } = stranger;
  return {
    row: rowOf(stranger),
    path: text,
    version: text,
    text,
    suggestedDescription: text,
    diagnostics: [{ kind: "unknown-field", message: text }],
    history: [actOf(stranger)],
    archives: [
      { id: text, skill: name, kind: "archive", at: AT },
      { id: text, skill: name, kind: "edit", at: AT },
    ],
    merges: [
      { into: name, from: [text, "other"] },
      { into: `${text}!`, from: [name] },
    ],
    why: [text, `run metis-curate . ${text}`],
    advice: [text],
  };
}

function runOf({ name, text }: StrangersText): RunDetailWire {
  return {
    curator_run_id: text,
    started_at: AT,
    finished_at: AT,
    trigger: text,
    candidates_considered: 3,
    throttled_reason: text,
    ended_early: text,
    duration_ms: 12,
    actions_total: 1,
    actions_by_type: { archive: 1, [text]: 2 },
    spend_usd: "0.5",
    skips_total: 1,
    errors: 0,
    truncated: 2,
    config_snapshot: { [text]: text },
    actions: [
      {
        event_id: text,
        at: AT,
        skill_id: name,
        action: text,
        curator_kind: "llm",
        curator_model: text,
        skill_version_before: "a",
        skill_version_after: text,
        consolidated_from: [text],
        archive_path: text,
        cost_usd: "0.5",
        pricing_version: text,
        latency_ms: 12,
        rationale: text,
        signals: { [text]: text, nested: { list: [text] }, merged_into: text },
        ledger: {
          retention_ratio: 0.9,
          word_share: 0.8,
          kept: 3,
          dropped: [{ item: text, reason: text }],
          missing: [text],
          headings_lost: [text],
        },
      },
    ],
    calls: [
      {
        call_id: text,
        started_at: AT,
        completed_at: null,
        purpose: text,
        skills: [text],
        model: text,
        estimated_cost_usd: "0.1",
        cost_usd: null,
        input_tokens: 1,
        output_tokens: null,
        latency_ms: null,
        verdict: text,
      },
    ],
    skips: [{ skills: [text], action: text, kind: text }],
  };
}

function overviewOf(stranger: StrangersText, run: RunDetailWire): OverviewData {
  const { text } = stranger;
  return {
    status: {
      root,
      trace: { path: text, writable: true, events_readable: false },
      enabled: true,
      paused: true,
      model: text,
      last_curation_at: AT,
      next_due_at: AT,
      last_run: null,
      skills: { active: 1, stale: 0, archived: 1, pinned: 0, touchable: 0, skipped: 1 },
      spend_today_usd: "0.1" as Usd,
      calls_today: {
        calls: 1,
        estimated_usd: "0.2" as Usd,
        billed_usd: "0.1" as Usd,
        unsettled_usd: "0" as Usd,
        by_purpose: {},
      },
      per_day_max_usd: "1" as Usd,
      archive_bytes: 0,
      backups_bytes: 0,
      displaced_bytes: 0,
      unfinished: 1,
      needs_preview: 0,
      notices: [text, `see metis-curate . ${text}`],
    },
    next: {
      candidates: [
        {
          action: "archive",
          skills: [stranger.name],
          reason: text,
          estimated_cost_usd: "0.1" as Usd,
          signals: { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null },
          hash: text,
        },
      ],
      left_alone: [],
      estimated_total_usd: "0.1" as Usd,
      truncated: 0,
      notices: [],
    },
    runs: [run],
    undoable: { run_id: text, at: AT, actions_by_type: { [text]: 1 } },
    acts: [actOf(stranger)],
    spend: [{ day: "2026-05-31", usd: "0.5" as Usd }],
    loads: [{ week: "2026-05-25", loads: 3 }],
    sizes: [{ week: "2026-05-25", active: 1, stale: 0, archived: 1 }],
  };
}
