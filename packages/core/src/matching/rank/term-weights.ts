import type { TermStatistics } from "../../ports/skill-index.ts";

/** A library of one skill says nothing about rarity: it counts as one of this size. */
const DOCUMENTS_MIN = 50;

/**
 * Rarity of a term, above 0; one that no document holds is the rarest. Robertson and Sparck Jones, never negative, and
 * smoothed for small libraries.
 */
export function inverseFrequency(term: string, { documents, frequencies }: TermStatistics): number {
  const frequency = frequencies.get(term) ?? 0;
  return Math.log(1 + (Math.max(DOCUMENTS_MIN, documents) - frequency + 0.5) / (frequency + 0.5));
}

export function clampShare(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
