import type { Outcome } from "../curator/skill-curator.ts";

/** Skills named in an answer unless the caller says otherwise, and at most. */
export const SCOUT_LIMIT_DEFAULT = 20;
export const SCOUT_LIMIT_MAX = 50;

export type ScoutStatus = "new" | "adopted" | "dismissed";

export interface ScoutRequest {
  /** What to look for; null looks for what fills the open gaps. */
  readonly query?: string | null;
  /** Only what also fills an open gap. */
  readonly gapsOnly?: boolean;
  /** 1..`SCOUT_LIMIT_MAX`; default `SCOUT_LIMIT_DEFAULT`. */
  readonly limit?: number;
  /** Asks the sources although they answered within a day. */
  readonly isFresh?: boolean;
}

/** A skill of somebody else's collection (CONTRACTS 13.1, 13.7); wire names. Its texts are a stranger's. */
export interface ScoutedSkill {
  /** Short and stable for its address: what `adopt` and `dismiss` take. */
  readonly id: string;
  readonly source: string;
  readonly source_url: string;
  readonly name: string;
  readonly description: string | null;
  /** 0..1: similarity to the query, or to the gap. */
  readonly relevance_score: number;
  readonly status: ScoutStatus;
  /** Theme of the open gap it would fill. */
  readonly matched_gap: string | null;
}

export interface ScoutedSource {
  readonly source: string;
  /** Skills that it named. */
  readonly found: number;
  /** Whether it was not asked, because it answered within a day. */
  readonly cached: boolean;
  /** Whether it gave no answer at all. */
  readonly failed: boolean;
  /** One line for everything that could not be had or used. */
  readonly warnings: readonly string[];
}

/** `skill_scout`; wire names. */
export interface ScoutReport {
  readonly query: string | null;
  /** Most relevant first; dismissed ones are left out. */
  readonly skills: readonly ScoutedSkill[];
  readonly sources: readonly ScoutedSource[];
  readonly notices: readonly string[];
}

export interface AdoptScoutedRequest {
  /** Id, address or name of a scouted skill, or any address that a source understands. */
  readonly target: string;
  /** Writes in spite of dangerous findings. */
  readonly force?: boolean;
  /** Writes nothing. */
  readonly dryRun?: boolean;
  /** The report holds the text of `SKILL.md`: for a person to read, not for an agent. */
  readonly withText?: boolean;
  /** Writes only what a preview showed: its `content_hash`. */
  readonly contentHash?: string;
}

export type SkillFindingKind =
  | "secret"
  | "injection"
  | "hidden-characters"
  | "remote-code"
  | "program"
  | "unscanned"
  | "script";

/** Something in a stranger's skill that a person should see. The finding never quotes a secret. */
export interface SkillFinding {
  readonly kind: SkillFindingKind;
  /** `danger` needs the operator's word. */
  readonly severity: "danger" | "notice";
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

/** What was adopted, or would be; wire names. */
export interface AdoptScoutedReport {
  readonly skill: string;
  readonly source_url: string;
  readonly description: string;
  /** Directory in the library. */
  readonly path: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly findings: readonly SkillFinding[];
  /** SHA-256 over all files. */
  readonly content_hash: string;
  /** `SKILL.md` as it came; only where it was asked for. */
  readonly skill_md?: string;
  readonly written: boolean;
  /** Why it was not written although asked; null when it was, or for a dry run. One line. */
  readonly blocked: string | null;
  /** One line for a person. */
  readonly message: string;
}

export interface DismissScoutedReport {
  readonly source_url: string;
  readonly name: string;
  readonly message: string;
}

/**
 * Looks for skills in public collections (CONTRACTS 13.7); nothing is adopted by itself. Never throws for what a
 * caller, a network or a disk can cause. Refusals: `empty-query`, `invalid-limit`, `secret-in-query`, `unknown-scouted`
 * (exit 2); `unavailable`, `unusable`, `exists`, `changed-meanwhile`, `unwritable`, `cancelled` (exit 3), and those of a
 * library or trace that cannot be read.
 */
export interface SkillScout {
  search(request?: ScoutRequest, signal?: AbortSignal): Promise<Outcome<ScoutReport>>;
  adopt(request: AdoptScoutedRequest, signal?: AbortSignal): Promise<Outcome<AdoptScoutedReport>>;
  dismiss(target: string): Promise<Outcome<DismissScoutedReport>>;
}
