import type { IndexCandidate, TermStatistics } from "../../ports/skill-index.ts";
import type { TaskTerms } from "../terms/task-terms.ts";

/** Everything known about a task and the skills that may fit it. `statistics` speaks of all indexes together. */
export interface RankInput {
  readonly task: TaskTerms;
  readonly statistics: TermStatistics;
  /** Unique by name, in any order. `cosines` are empty without an embedder. */
  readonly candidates: readonly IndexCandidate[];
  /** Embedder that made the cosines; null without. */
  readonly model: string | null;
}

export interface RankedSkill {
  readonly name: string;
  /** 0..1, comparable within one ranking only: the order. */
  readonly relevance: number;
  /** Words of the task that speak for it, the strongest first. */
  readonly why: readonly string[];
}

/**
 * The order, and apart from it how well the first fits: ranking and "no skill fits" may use different evidence
 * (CONTRACTS 13.2).
 */
export interface Ranking {
  /** Most relevant first; ties by name. */
  readonly skills: readonly RankedSkill[];
  /** Calibrated 0..1: 0 for unrelated text, near 1 when the first is a paraphrase of the task; 0 without skills. */
  readonly fit: number;
}

/** Pure: the same input, in any order of candidates, gives the same ranking. */
export type SkillRanker = (input: RankInput) => Ranking;
