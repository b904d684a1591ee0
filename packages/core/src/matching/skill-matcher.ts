import type { Outcome } from "../curator/skill-curator.ts";

/** Skills named in an answer unless the caller says otherwise, and at most. */
export const TOP_K_DEFAULT = 3;
export const TOP_K_MAX = 50;

export const FEEDBACK_OUTCOMES = ["success", "partial", "failure"] as const;
export type FeedbackOutcome = (typeof FEEDBACK_OUTCOMES)[number];

/** As shown by every surface: `stale` is derived (CONTRACTS 6.1). */
export type MatchableState = "active" | "stale" | "draft";

/** Names of skills, or a profile's name (CONTRACTS 13.6). */
export type ProfileRequest = string | readonly string[];

export interface MatchRequest {
  readonly task: string;
  readonly profile?: ProfileRequest | null;
  /** Clamped to 1..`TOP_K_MAX`; default `TOP_K_DEFAULT`. */
  readonly topK?: number;
  /** Session of the event; a fresh one when absent. */
  readonly sessionId?: string;
  /** False: nothing is recorded, for a look without a task behind it. */
  readonly isRecorded?: boolean;
}

/** One skill for a task (CONTRACTS 13.2); wire names. */
export interface SkillMatch {
  readonly name: string;
  /** Absolute path of the file to read. */
  readonly path: string;
  /** 0..1; below the threshold it is no advice. */
  readonly score: number;
  /** Calibrated: 0 for unrelated text, near 1 for a paraphrase. */
  readonly similarity: number;
  readonly effectiveness: number;
  /** 1 when the profile expects the skill, else 0; null without a profile. */
  readonly profile_match: 0 | 1 | null;
  readonly state: MatchableState;
  readonly description: string;
  /** Words of the task that speak for it, the strongest first; empty when only its meaning does. */
  readonly why: readonly string[];
}

export type SuggestedAction = "create_new" | "evolve_existing" | "restore_archived";

/** No skill fits: what comes closest and what could be done. */
export interface MatchGap {
  readonly best_score: number;
  readonly threshold: number;
  readonly suggested_action: SuggestedAction;
  /** The skill to evolve or to restore; for create_new the closest one, if any. */
  readonly skill: string | null;
  /** One line for a person. */
  readonly message: string;
}

/** How the answer came about. */
export interface MatchMethod {
  /** `lexical`, or the embedder whose vectors were used. */
  readonly embedder: string;
  /** Set when an embedder is configured and could not be used: one line, with what to do. */
  readonly hint: string | null;
}

/** `skill_match`; wire names. */
export interface MatchReport {
  /** Best first; may hold skills below the threshold, so that a gap shows what came closest. */
  readonly matches: readonly SkillMatch[];
  /** The skill to read: the first match, or null when none fits. */
  readonly best_skill: string | null;
  readonly gap: MatchGap | null;
  readonly profile: { readonly name: string | null; readonly skills: readonly string[] } | null;
  readonly method: MatchMethod;
  /** The session the match was recorded under. */
  readonly session_id: string;
  /** Lines for a person: clamped values, index made anew, profile names unknown here. */
  readonly notices: readonly string[];
}

export interface FeedbackRequest {
  readonly skill: string;
  /** Anything but the three outcomes is refused: `invalid-outcome`. */
  readonly outcome: string;
  readonly sessionId?: string;
  readonly task?: string;
}

/** `skill_feedback`; wire names. */
export interface FeedbackReport {
  readonly skill: string;
  readonly outcome: FeedbackOutcome;
  /** Before and after, 0..1. */
  readonly effectiveness_before: number;
  readonly effectiveness: number;
  readonly uses: number;
  readonly session_id: string;
}

export interface GapsRequest {
  /** Only tasks of this session; its single unmatched tasks are then listed too. */
  readonly sessionId?: string;
  /** Only tasks matched with this profile. */
  readonly profile?: ProfileRequest | null;
}

export type GapAction = "create_skill" | "evolve_skill" | "scout_external";

/** A need that came up again and again (CONTRACTS 13.4); wire names, times ISO-8601 UTC. */
export interface SkillGap {
  /** Stable while the cluster keeps its oldest task. */
  readonly id: string;
  /** A few words that its tasks share. */
  readonly theme: string;
  readonly occurrences: number;
  readonly sessions: number;
  readonly first_seen: string;
  readonly last_seen: string;
  /** A few of its tasks, as stored. */
  readonly samples: readonly string[];
  readonly closest_skill: { readonly name: string; readonly score: number } | null;
  readonly recommended_action: GapAction;
  /** An archived skill that would fill it (CONTRACTS 13.2), with its archive's skill name; else null. */
  readonly restore: string | null;
}

/** One unmatched task of the session asked for. */
export interface UnmatchedTask {
  readonly task: string;
  readonly at: string;
  readonly best_skill: string | null;
  readonly best_score: number;
}

/** `skill_gaps`; wire names. */
export interface GapsReport {
  /** Most occurrences first. */
  readonly gaps: readonly SkillGap[];
  /** Only with a session. */
  readonly tasks?: readonly UnmatchedTask[];
  /** Unmatched tasks that were looked at. */
  readonly unmatched: number;
  /** Unmatched tasks of which only a hash is kept: counted, never clustered by meaning. */
  readonly hashed: number;
  readonly notices: readonly string[];
}

export interface LifecycleSkill {
  readonly name: string;
  readonly state: MatchableState;
  readonly effectiveness: number;
  readonly uses: number;
  readonly idle_days: number | null;
  readonly last_loaded_at: string | null;
  readonly reason: string;
}

/** `skill_lifecycle` (CONTRACTS 13.5); wire names, each list by name. */
export interface LifecycleReport {
  readonly active: readonly LifecycleSkill[];
  readonly stale: readonly LifecycleSkill[];
  readonly drafts: readonly LifecycleSkill[];
  readonly candidates_promote: readonly LifecycleSkill[];
  /** By the rule of a run (CONTRACTS 6.2); those a run would leave alone are not here. */
  readonly candidates_archive: readonly LifecycleSkill[];
  /** Archived skills that would fill a gap. */
  readonly candidates_restore: readonly { readonly skill: string; readonly gap: string }[];
  readonly archived: number;
  readonly notices: readonly string[];
}

/** `total` is null until it is known. */
export interface ReindexProgress {
  readonly stage: "scan" | "index" | "embed" | "learn";
  readonly done: number;
  readonly total: number | null;
}

export interface ReindexOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReindexProgress) => unknown;
}

/** `skill_reindex`; wire names, sums over the roots. */
export interface ReindexReport {
  readonly indexed: number;
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly archived: number;
  readonly embedded: number;
  readonly skipped: number;
  /** Records of a `.usage.json` that became events. */
  readonly migrated: number;
  readonly duration_ms: number;
  readonly method: MatchMethod;
  readonly notices: readonly string[];
}

/** `skill_health`; wire names. */
export interface MatcherHealth {
  readonly ok: boolean;
  readonly roots: readonly {
    readonly key: string;
    readonly scope: "workspace" | "global";
    readonly skills_dir: string;
    readonly index: {
      readonly path: string;
      readonly skills: number;
      readonly archived: number;
      readonly embedded: number;
      readonly model: string | null;
      readonly dimension: number | null;
      readonly vector_search: "sqlite-vec" | "scan";
      /** Whether the index agrees with the disk, as far as a cheap look tells. */
      readonly fresh: boolean;
    } | null;
    /** Why there is no index to speak of; null when there is. */
    readonly error: string | null;
  }[];
  readonly trace: { readonly path: string; readonly writable: boolean; readonly readable: boolean };
  readonly method: MatchMethod;
  readonly threshold: number;
  readonly notices: readonly string[];
}

/**
 * The right skill for a task, over a workspace's library and the global one; the workspace wins on a name. Never
 * throws for what a caller or a disk can cause: refusals are `empty-task`, `invalid-outcome`, `unknown-skill`,
 * `unknown-profile`, `invalid-top-k` (exit 2), `unwritable`, `unreadable`, `cancelled` (exit 3). CONTRACTS 13.
 */
export interface SkillMatcher {
  match(request: MatchRequest, signal?: AbortSignal): Promise<Outcome<MatchReport>>;
  feedback(request: FeedbackRequest): Promise<Outcome<FeedbackReport>>;
  gaps(request?: GapsRequest): Promise<Outcome<GapsReport>>;
  lifecycle(): Promise<Outcome<LifecycleReport>>;
  reindex(options?: ReindexOptions): Promise<Outcome<ReindexReport>>;
  health(): Promise<Outcome<MatcherHealth>>;
  close(): void;
}
