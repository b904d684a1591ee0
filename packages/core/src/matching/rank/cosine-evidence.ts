import { VECTOR_PLACES } from "./texts-to-embed.ts";

/** What the vectors of a skill say about a task: cosines, below 0 taken as 0. */
export interface CosineEvidence {
  readonly whole: number;
  readonly words: number;
  /** The nearest of its phrases; the whole where it has none. */
  readonly phrase: number;
  readonly nearest: number;
}

/**
 * Returns the evidence of a skill's cosines, which lie in the order of `VECTOR_PLACES`; null without any, and where all
 * are exactly 0: then one side has no direction, for its model cannot read it.
 */
export function cosineEvidence(cosines: readonly number[]): CosineEvidence | null {
  const whole = cosines[VECTOR_PLACES.whole];
  if (whole === undefined || cosines.every((cosine) => cosine === 0)) return null;
  const words = cosines[VECTOR_PLACES.words] ?? whole;
  const phrases = cosines.slice(VECTOR_PLACES.phrases);
  const phrase = phrases.length === 0 ? whole : Math.max(...phrases);
  return {
    whole: Math.max(0, whole),
    words: Math.max(0, words),
    phrase: Math.max(0, phrase),
    nearest: Math.max(0, whole, words, phrase),
  };
}

/** Cosines of a model: of unrelated texts, of texts on one subject, and of paraphrases. */
interface CosineRange {
  readonly unrelated: number;
  readonly related: number;
  readonly paraphrase: number;
}

const COMMON: CosineRange = { unrelated: 0.3, related: 0.6, paraphrase: 0.9 };
/** Trained with a low temperature: all its cosines are high (Wang et al. 2022). */
const CROWDED: CosineRange = { unrelated: 0.75, related: 0.85, paraphrase: 0.95 };

export function cosineRange(model: string | null): CosineRange {
  return /(?:^|[-/:])e5-/i.test(model ?? "") ? CROWDED : COMMON;
}
