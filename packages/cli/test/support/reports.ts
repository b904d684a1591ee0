import type {
  CallTotals,
  DoctorReport,
  ExplainReport,
  HistoryEntry,
  LeftAlone,
  ListedSkill,
  ListReport,
  PlanReport,
  ProposalsReport,
  RunReport,
  StatusReport,
  UndoReport,
  Usd,
} from "@metis-curate/core";

export const NOW_MS = Date.parse("2026-12-01T12:00:00Z");
export const RUN_ID = "01KBB3M8Q5T5V0Z1N9XKQ2H7RD";
/** Clears the screen, sets the title, turns the text around, hides text. */
export const HOSTILE =
  "evil\u001b[2J\u001b]0;title\u0007\u009b31m\u202edesrever\u2066\u200b\u{e0041}\u2028\rx";
export const HOSTILE_CHARACTERS = /[\u001b\u0007\u009b\u202e\u2066\u200b\u2028\r\u{e0041}]/u;

const SIGNALS = { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null };

const LEFT_ALONE: readonly LeftAlone[] = [
  { skill: "by-hand", reason: "manual" },
  { skill: "also-by-hand", reason: "manual" },
  { skill: "named", reason: "referenced", detail: "AGENTS.md names it" },
];

export const PLAN_REPORT: PlanReport = {
  candidates: [
    {
      action: "archive",
      skills: ["old-thing"],
      reason: "idle for 120 days",
      estimated_cost_usd: "0.01" as Usd,
      signals: SIGNALS,
      hash: "a".repeat(64),
    },
    {
      action: "consolidate",
      skills: ["日本語のスキル", HOSTILE],
      reason: "names overlap 0.8, descriptions overlap 0.9 👩‍👩‍👧‍👦 ".repeat(3),
      estimated_cost_usd: "0.0234567891" as Usd,
      signals: SIGNALS,
      hash: "b".repeat(64),
    },
  ],
  left_alone: LEFT_ALONE,
  estimated_total_usd: "0.0334567891" as Usd,
  truncated: 2,
  notices: ["trace-pruned: older events are gone"],
};

const CALLS: CallTotals = {
  calls: 4,
  estimated_usd: "0.09" as Usd,
  billed_usd: "0.025" as Usd,
  unsettled_usd: "0" as Usd,
  by_purpose: {
    archive: {
      calls: 1,
      estimated_usd: "0.02" as Usd,
      billed_usd: "0.004" as Usd,
      unsettled_usd: "0" as Usd,
    },
    consolidate: {
      calls: 3,
      estimated_usd: "0.07" as Usd,
      billed_usd: "0.021" as Usd,
      unsettled_usd: "0" as Usd,
    },
  },
};

export const RUN_REPORT: RunReport = {
  curator_run_id: RUN_ID,
  throttled_reason: "completed",
  ended_early: null,
  actions: [
    {
      skill_id: "old-thing",
      action: "archive",
      archive_path: ".metis/skills-archive/old-thing-20261201T120000Z/",
      curator_cost_usd: "0.004",
      rationale: "nobody used it",
    },
    {
      skill_id: "deploy",
      action: "consolidate",
      consolidated_from: ["deploy-b"],
      curator_cost_usd: "0.02",
      rationale: HOSTILE,
      signals: { suggested_description: "Deploys anything" },
    },
  ],
  skips: [
    {
      skills: ["flaky"],
      action: "edit",
      kind: "declined",
      message: "the model said no",
      cost_usd: "0.001" as Usd,
    },
  ],
  spend_usd: "0.025" as Usd,
  calls: CALLS,
  duration_ms: 12_345,
  errors: 0,
  truncated: 0,
  left_alone: [...LEFT_ALONE, { skill: "flaky", reason: "declined", detail: "declined: the model said no" }],
  notices: ["1 action of an earlier run was finished"],
};

const SKILL: ListedSkill = {
  name: "deploy",
  path: "ops/deploy",
  description: "Deploys",
  origin: "auto_generated",
  state: "active",
  pinned: true,
  touchable: true,
  reason: "active",
  last_loaded_at: "2026-11-28T12:00:00Z",
  loads_in_window: 7,
  inactive_days: 3,
  idle_days: 3,
  effectiveness: null,
  skill_version: "0123456789abcdef",
  size_tokens: 100,
  consolidated_from: [],
  archive_path: null,
  suggested_description: null,
  diagnostics: [{ kind: "unquoted-value", message: "quote the description", line: 3, column: 14 }],
};

export const LIST_REPORT: ListReport = {
  root: { key: "metis:abc", scope: "workspace", layout: "metis", path: "/ws/.metis/skills" },
  last_curation_at: "2026-11-20T08:30:00Z",
  unfinished: 1,
  skills: [
    SKILL,
    { ...SKILL, name: HOSTILE, last_loaded_at: null, state: "stale", pinned: false, diagnostics: [] },
    { ...SKILL, name: "漢".repeat(64), origin: "unknown", reason: "unknown-origin", diagnostics: [] },
  ],
  archives: [{ id: "old-20261101T000000Z", skill: "old", kind: "archive", at: "2026-11-01T00:00:00Z" }],
  skipped: [{ path: "broken", kind: "invalid-yaml", message: "a colon too many", line: 2, column: 1 }],
};

export const EXPLAIN_REPORT: ExplainReport = {
  skill: "deploy",
  outcome: "left alone: active",
  lines: ["created by the agent on 2026-01-01", "loaded 3 days ago"],
  advice: ["it becomes stale on 2026-12-28"],
};

export const PROPOSALS_REPORT: ProposalsReport = {
  proposed: [
    {
      skill: "written",
      path: "written/SKILL.md",
      observed_at: "2026-11-20T08:30:00Z",
      runtime: "claude-code",
      written: "created",
      reason: "manual",
      caution: null,
    },
    {
      skill: "touched",
      path: "touched/SKILL.md",
      observed_at: null,
      runtime: null,
      written: "edited",
      reason: "manual",
      caution: "only-edited",
    },
  ],
};

export const UNDO_REPORT: UndoReport = {
  run_id: RUN_ID,
  undone: [{ action: "restore", skill: "old-thing", payload: {}, message: "old-thing is back" }],
  left: [{ skill: "deploy", action: "consolidate", message: "changed since" }],
};

export const STATUS_REPORT: StatusReport = {
  root: LIST_REPORT.root,
  trace: { path: "/home/me/.metis/metis.db", writable: true, events_readable: true },
  enabled: true,
  paused: false,
  model: "anthropic:claude-haiku-4-5",
  last_curation_at: "2026-11-20T08:30:00Z",
  next_due_at: "2026-12-04T13:00:00Z",
  last_run: { run_id: RUN_ID, throttled_reason: "completed", ended_early: null, calls: CALLS },
  skills: { active: 10, stale: 2, archived: 3, pinned: 1, touchable: 8, skipped: 1 },
  spend_today_usd: "0.184" as Usd,
  calls_today: { ...CALLS, unsettled_usd: "0.159" as Usd },
  per_day_max_usd: "1" as Usd,
  archive_bytes: 4_300,
  backups_bytes: 0,
  displaced_bytes: 0,
  unfinished: 0,
  needs_preview: 40,
  notices: [],
};

export const HISTORY: readonly HistoryEntry[] = [
  {
    at: "2026-11-30T14:02:00Z",
    run_id: RUN_ID,
    action: "edit",
    skill: "flaky",
    source: "llm",
    version_before: "1111111111111111",
    version_after: "2222222222222222",
    rationale: "the command changed",
    cost_usd: "0.0123",
    archive_path: ".metis/skills-archive/flaky-edit-20261130T140200Z/",
    diff: "--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1,2 +1,2 @@\n-old \u001b[2J\n+new\n context\n",
  },
];

export const DOCTOR_REPORT: DoctorReport = {
  checks: [
    { name: "trace", ok: true, message: "readable and writable", fix: null },
    {
      name: "state",
      ok: false,
      message: "state.json is corrupt",
      fix: "metis-curate . doctor --reset-state",
    },
  ],
};
