import type { RankedSkill, Ranking } from "../rank/skill-ranker.ts";
import { roundShare } from "./score-skill.ts";

export interface LevelledSkill extends RankedSkill {
  /** Calibrated 0..1 (CONTRACTS 13.2). */
  readonly similarity: number;
}

/**
 * Returns the ranked skills with their similarity: the first has the fit of the ranking, the others less by their
 * relevance. So the order is the ranker's, and "no skill fits" is its other score's to say.
 */
export function levelRanking({ skills, fit }: Ranking): readonly LevelledSkill[] {
  const best = skills[0]?.relevance ?? 0;
  return skills.map((skill, index) => ({
    ...skill,
    similarity: roundShare(index === 0 ? fit : best === 0 ? 0 : (fit * skill.relevance) / best),
  }));
}
