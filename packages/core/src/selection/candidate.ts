import type { FailureRate } from "../trace/failure-rate.ts";

export type CandidateAction = "archive" | "consolidate" | "edit";

/** The standard signals of S1 8.2; further keys are advisory. */
export interface CandidateSignals {
  readonly last_loaded_at_iso: string | null;
  readonly loads_in_window: number;
  readonly inactive_days: number | null;
  readonly [key: string]: unknown;
}

interface CandidateBase {
  /** One line a person can read: why this candidate. */
  readonly reason: string;
  readonly signals: CandidateSignals;
  /** SHA-256 over bodies, membership and activity: the key of the memory of "no" and of plan files. */
  readonly hash: string;
}

export interface ArchiveCandidate extends CandidateBase {
  readonly action: "archive";
  readonly skills: readonly [string];
}

export interface ConsolidateCandidate extends CandidateBase {
  readonly action: "consolidate";
  /** Two to five names, by name. */
  readonly skills: readonly string[];
  /** Members that may only be the survivor because something refers to them (CONTRACTS 5). */
  readonly referenced: readonly string[];
}

export interface EditCandidate extends CandidateBase {
  readonly action: "edit";
  readonly skills: readonly [string];
  readonly failures: FailureRate;
}

export type Candidate = ArchiveCandidate | ConsolidateCandidate | EditCandidate;

/** Exactly one per skill that is left alone; first that applies, in this order (CONTRACTS 5). */
export const LEFT_ALONE_REASONS = [
  "unknown-origin",
  "manual",
  "imported",
  "pinned",
  "linked",
  "shadowed",
  "hand-edited",
  "active",
  "referenced",
  "answered",
  "uncovered-runtime",
  "needs-preview",
  "truncated",
  "declined",
  "skipped",
  "not-reached",
  "changed-meanwhile",
] as const;
export type LeftAloneReason = (typeof LEFT_ALONE_REASONS)[number];

export interface LeftAlone {
  readonly skill: string;
  readonly reason: LeftAloneReason;
  /** What a person needs to understand it: who refers, which skip kind, what to do. */
  readonly detail?: string;
}

export interface Reference {
  /** A skill name, or a file relative to the workspace. */
  readonly from: string;
  readonly to: string;
}

/** The outcome of selection: every loaded skill is in exactly one candidate or in `leftAlone` once. */
export interface Selection {
  readonly candidates: readonly Candidate[];
  readonly leftAlone: readonly LeftAlone[];
  readonly references: readonly Reference[];
  /** Candidates cut by `max_skills_per_root`. */
  readonly truncated: number;
  /** Archive candidates the mass guard withheld; 0 when it did not trip (CONTRACTS 10.6). */
  readonly massGuarded: number;
}
