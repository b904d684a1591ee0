import type { MatchingWeights } from "../../config/matching-config.ts";

/** What a score is made of, each 0..1; `profileMatch` is null without a profile. */
export interface ScoreParts {
  readonly similarity: number;
  readonly effectiveness: number;
  readonly profileMatch: 0 | 1 | null;
}

const DIGITS = 1e4;

/**
 * Returns the score of a skill for a task, 0..1: the weighted mean of its parts. Without a profile that part is left out
 * and the weights are renormalised, so that a threshold means the same with and without (CONTRACTS 13.2).
 */
export function scoreSkill(parts: ScoreParts, weights: MatchingWeights): number {
  const profileWeight = parts.profileMatch === null ? 0 : weights.profile;
  const total = weights.similarity + weights.effectiveness + profileWeight;
  const sum =
    weights.similarity * parts.similarity +
    weights.effectiveness * parts.effectiveness +
    profileWeight * (parts.profileMatch ?? 0);
  return total > 0 ? roundShare(sum / total) : 0;
}

/** A share with four decimals: what reports show and thresholds compare. */
export function roundShare(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * DIGITS) / DIGITS;
}
