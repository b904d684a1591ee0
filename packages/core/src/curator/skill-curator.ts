import type { Payload } from "../events/envelope.ts";
import type { Usd } from "../money/usd.ts";
import type { CandidateAction, CandidateSignals, LeftAlone } from "../selection/candidate.ts";
import type { SaveSkillInput, SaveSkillResult } from "../skills/save-skill.ts";
import type { ListReport } from "./list-report.ts";

export type Trigger = "session_ended" | "explicit_cli" | "scheduled";
export type ThrottledReason =
  | "completed"
  | "no_candidates"
  | "per_run_cap"
  | "per_day_cap"
  | "interval_not_elapsed"
  | "disabled";
export type EndedEarly = null | "model_errors" | "interrupted" | "failed" | "recovered";

/**
 * Why the curator did nothing: an expected outcome. `message` is one line (what, where, what to do);
 * `exitCode` follows CONTRACTS 11 (1 failed, 2 wrong usage or config, 3 refused).
 */
export interface Refusal {
  readonly kind: string;
  readonly message: string;
  readonly exitCode: 1 | 2 | 3;
}
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** `--dry-run --json` (CONTRACTS 11); wire names. */
export interface PlanReport {
  readonly candidates: readonly PlannedCandidate[];
  readonly left_alone: readonly LeftAlone[];
  readonly estimated_total_usd: Usd;
  readonly truncated: number;
  readonly notices: readonly string[];
}

export interface PlannedCandidate {
  readonly action: CandidateAction;
  readonly skills: readonly string[];
  readonly reason: string;
  readonly estimated_cost_usd: Usd;
  readonly signals: CandidateSignals;
  readonly hash: string;
}

/**
 * Paid calls: the sum of their upper bounds beside what they cost. `billed_usd` are those with an end on record, a
 * time-out at its estimate included; `unsettled_usd` the estimates of those without one. Their sum is what is spent.
 */
export interface CallTotals {
  readonly calls: number;
  readonly estimated_usd: Usd;
  readonly billed_usd: Usd;
  readonly unsettled_usd: Usd;
  /** By `archive`, `consolidate`, `rewrite`, `edit`; only what was called for. */
  readonly by_purpose: Readonly<Record<string, Omit<CallTotals, "by_purpose">>>;
}

/** A run's `--json` (CONTRACTS 11); wire names. */
export interface RunReport {
  readonly curator_run_id: string;
  readonly throttled_reason: ThrottledReason;
  readonly ended_early: EndedEarly;
  /** The `skill.curated` payloads, in order. */
  readonly actions: readonly Payload[];
  readonly skips: readonly SkipRecord[];
  readonly spend_usd: Usd;
  /** What `spend_usd` is made of. */
  readonly calls: CallTotals;
  readonly duration_ms: number;
  readonly errors: number;
  readonly truncated: number;
  readonly left_alone: readonly LeftAlone[];
  /** Lines for a person: recovered actions, mass guard, first-run advice, pruned trace. */
  readonly notices: readonly string[];
}

export interface SkipRecord {
  readonly skills: readonly string[];
  readonly action: CandidateAction;
  /**
   * `declined`, `refused`, `malformed`, `retention`, `secret-placeholder`, `unsendable`, `error`, `interrupted`,
   * `over-run-cap`, `over-day-cap`, `too-large-for-model`, `changed-meanwhile`, `failed`, …
   */
  readonly kind: string;
  readonly message: string;
  readonly cost_usd: Usd;
}

/** What one manual act did. */
export interface ActReport {
  readonly action: string;
  readonly skill: string;
  /** The event's payload. */
  readonly payload: Payload;
  /** One line for a person. */
  readonly message: string;
}

/** `adopt --proposed`: what an agent was seen writing, and nobody has adopted or disowned since; wire names. */
export interface ProposalsReport {
  readonly proposed: readonly ProposedSkill[];
}

export interface ProposedSkill {
  readonly skill: string;
  /** SKILL.md, relative to the skills directory. */
  readonly path: string;
  readonly observed_at: string | null;
  /** Which agent wrote it, where the trace says so. */
  readonly runtime: string | null;
  readonly written: "created" | "edited";
  /** Why it is left alone now. */
  readonly reason: LeftAlone["reason"];
  /**
   * Why it is not adopted with the rest: its text is no longer what the agent wrote last, or the agent was only seen
   * editing it, so that a person may have made it. Null when nothing speaks against it.
   */
  readonly caution: "changed-since" | "only-edited" | null;
}

export interface ExplainReport {
  readonly skill: string;
  readonly outcome: string;
  /** Facts and rules in the order they were applied; each one line. */
  readonly lines: readonly string[];
  /** What would change the outcome, as commands or dates. */
  readonly advice: readonly string[];
}

export interface UndoReport {
  readonly run_id: string;
  readonly undone: readonly ActReport[];
  /** Actions left because something changed since. */
  readonly left: readonly { readonly skill: string; readonly action: string; readonly message: string }[];
}

export interface StatusReport {
  readonly root: ListReport["root"];
  readonly trace: { readonly path: string; readonly writable: boolean; readonly events_readable: boolean };
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly model: string;
  readonly last_curation_at: string | null;
  readonly next_due_at: string | null;
  readonly last_run: {
    readonly run_id: string;
    readonly throttled_reason: string;
    readonly ended_early: EndedEarly;
    readonly calls: CallTotals;
  } | null;
  readonly skills: {
    readonly active: number;
    readonly stale: number;
    readonly archived: number;
    readonly pinned: number;
    readonly touchable: number;
    readonly skipped: number;
  };
  readonly spend_today_usd: Usd;
  /** The calls that started today (UTC). */
  readonly calls_today: CallTotals;
  readonly per_day_max_usd: Usd;
  readonly archive_bytes: number;
  /** In the default place, `~/.metis/curator/backups/<library>/`. */
  readonly backups_bytes: number;
  /** What restores of backups moved aside; nothing of it is ever removed. */
  readonly displaced_bytes: number;
  readonly unfinished: number;
  readonly needs_preview: number;
  readonly notices: readonly string[];
}

export interface HistoryEntry {
  readonly at: string;
  readonly run_id: string;
  readonly action: string;
  readonly skill: string;
  readonly source: string;
  readonly version_before: string | null;
  readonly version_after: string | null;
  readonly rationale: string;
  readonly cost_usd: string;
  readonly archive_path: string | null;
  /** Unified diff of SKILL.md for edits and merges while the snapshot is present. */
  readonly diff: string | null;
}

export interface DoctorReport {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly message: string;
    readonly fix: string | null;
  }[];
}

export interface RunOptions {
  readonly trigger: Trigger;
  readonly sessionId?: string;
  readonly force?: boolean;
  /** Skip the "preview first" gate. */
  readonly yes?: boolean;
  /** Limit the run to these candidates and refuse what changed (a plan file's content). */
  readonly plan?: PlanFile;
  readonly signal?: AbortSignal;
  /** Called as each candidate is reached and decided, and around the waits between; what it returns is waited for. */
  readonly onProgress?: (progress: Progress) => unknown;
}

export interface Progress {
  readonly index: number;
  readonly total: number;
  readonly action: CandidateAction;
  readonly skills: readonly string[];
  /** Null when started, else `archived`, `merged`, `edited` or the skip's kind. */
  readonly result: string | null;
  readonly spendUsd: Usd;
  /** No answer came, and after so many ms from now the call is tried again; absent while nothing is waited for. */
  readonly retryInMs?: number;
}

/** The file `--plan-out` writes and `apply` reads. */
export interface PlanFile {
  readonly schema_version: "1";
  readonly root: string;
  readonly created_at: string;
  readonly candidates: readonly {
    readonly action: CandidateAction;
    readonly skills: readonly string[];
    readonly hash: string;
  }[];
}

/** Everything a service, the CLI or the server can ask of one root. */
export interface SkillCurator {
  /** The selection and its estimates; writes nothing in the workspace, emits nothing (CONTRACTS 10.5). */
  plan(): Promise<Outcome<PlanReport>>;
  run(options: RunOptions): Promise<Outcome<RunReport>>;
  /** Runs when due after a session ended; never throws (CONTRACTS 10.1). */
  maybeRun(sessionId: string): Promise<RunReport | null>;
  list(): Promise<Outcome<ListReport>>;
  /** `state.json` as it is, for `--raw`. */
  rawState(): Outcome<string>;
  explain(skill: string): Promise<Outcome<ExplainReport>>;
  pin(skill: string): Promise<Outcome<ActReport>>;
  unpin(skill: string): Promise<Outcome<ActReport>>;
  archive(
    skill: string,
    options?: { readonly force?: boolean; readonly reason?: string; readonly onlyTouchable?: boolean },
  ): Promise<Outcome<ActReport>>;
  restore(
    skillOrId: string,
    options?: { readonly before?: string; readonly onlyTouchable?: boolean },
  ): Promise<Outcome<ActReport>>;
  /** Makes a draft active; an archived skill is restored (CONTRACTS 13.5). */
  promote(skill: string, options?: { readonly onlyTouchable?: boolean }): Promise<Outcome<ActReport>>;
  adopt(skill: string): Promise<Outcome<ActReport>>;
  disown(skill: string): Promise<Outcome<ActReport>>;
  /** What an agent was seen writing, to be adopted or disowned (CONTRACTS 14). */
  proposals(): Promise<Outcome<ProposalsReport>>;
  /** Writes the description that a merge suggested into the frontmatter (CONTRACTS 7.4). */
  applyDescription(skill: string): Promise<Outcome<ActReport>>;
  undo(runId: string): Promise<Outcome<UndoReport>>;
  pause(): Promise<Outcome<ActReport>>;
  resume(): Promise<Outcome<ActReport>>;
  status(): Promise<Outcome<StatusReport>>;
  history(options?: {
    readonly skill?: string;
    readonly limit?: number;
  }): Promise<Outcome<readonly HistoryEntry[]>>;
  /** The agent-authoring path: a new skill in the workspace root, with its `skill.created` (CONTRACTS 1.5). */
  saveSkill(input: SaveSkillInput, sessionId: string): Promise<SaveSkillResult>;
  doctor(options?: { readonly resetState?: boolean }): Promise<Outcome<DoctorReport>>;
}
