import type { Outcome } from "@metis-curate/core";

export interface ScoutAsk {
  /** What to look for; null looks for what fills the gaps. */
  readonly query: string | null;
  /** Only what fills a gap. */
  readonly gapsOnly: boolean;
  readonly signal: AbortSignal;
}

/** A skill of somebody else's collection (CONTRACTS 13.7); wire names. */
export interface ScoutedSkillReport {
  readonly source_url: string;
  readonly name: string | null;
  readonly description: string | null;
  /** 0..1: similarity to the query or the gap. */
  readonly relevance_score: number;
  readonly status: "new" | "adopted" | "dismissed";
  /** Theme of the gap it would fill. */
  readonly matched_gap: string | null;
}

/** `skill_scout`; wire names. */
export interface ScoutAnswer {
  readonly skills: readonly ScoutedSkillReport[];
  /** Lines for a person: a source that timed out, an answer from the cache. */
  readonly notices: readonly string[];
}

/** Looks for skills in public collections. Never throws for what a network or a source can cause. */
export type ScoutSkills = (ask: ScoutAsk) => Promise<Outcome<ScoutAnswer>>;
