import type { CosineEvidence } from "./cosine-evidence.ts";
import { cosineRange } from "./cosine-evidence.ts";
import { clampShare } from "./term-weights.ts";

/** What speaks for a skill being the right one; each 0..1, cosine null without vectors. */
export interface FitEvidence {
  /** Share of the task that the skill speaks of. */
  readonly coverage: number;
  /** How wholly the task says one of the skill's phrases. */
  readonly phrase: number;
  readonly cosine: CosineEvidence | null;
}

/** The evidence of texts that have a few words in common by chance, and of the same thing said twice. */
const CHANCE = 0.08;
const CERTAIN = 0.74;
/** What chance is worth: little, but more evidence is never worth less. */
const CHANCE_FIT = 0.04;

/**
 * Returns how well a skill fits a task, calibrated 0..1: 0 for unrelated text, near 1 for a paraphrase, by words or by
 * meaning alone (CONTRACTS 13.2).
 */
export function fitOf({ coverage, phrase, cosine }: FitEvidence, model: string | null): number {
  const raw = rawFit(coverage, phrase, cosine, model);
  if (raw <= CHANCE) return clampShare((CHANCE_FIT * raw) / CHANCE);
  return clampShare(CHANCE_FIT + ((1 - CHANCE_FIT) * (raw - CHANCE)) / (CERTAIN - CHANCE));
}

function rawFit(
  coverage: number,
  phrase: number,
  cosine: CosineEvidence | null,
  model: string | null,
): number {
  if (cosine === null) return (coverage + 2 * phrase) / 3;
  const { unrelated, related, paraphrase } = cosineRange(model);
  const near = clampShare((cosine.nearest - unrelated) / (paraphrase - 0.1 - unrelated));
  const same = clampShare((cosine.nearest - related) / (paraphrase - related));
  return Math.max((coverage + 2 * phrase + near) / 4, same);
}
