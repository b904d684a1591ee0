import type { TermStatistics } from "../../ports/skill-index.ts";

/** Rarity of a term, above 0; one that no document holds is the rarest. Robertson and Sparck Jones, never negative. */
export function inverseFrequency(term: string, { documents, frequencies }: TermStatistics): number {
  const frequency = frequencies.get(term) ?? 0;
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

export function clampShare(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
