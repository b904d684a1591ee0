import type { CuratorConfig } from "../config/curator-config.ts";
import { lexicalEvidence } from "./lexical-evidence.ts";
import { pairsBy } from "./link-pairs.ts";

export interface SimilarityItem {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** Two different names, `a` before `b` in code-unit order. */
export interface SimilarPair {
  readonly a: string;
  readonly b: string;
}

export type SimilarityThresholds = Pick<CuratorConfig, "name_overlap" | "description_overlap">;

/** Finds the pairs that single-link clustering joins; each pair once, in any order. Replaceable as a whole. */
export type PairSource = (
  items: readonly SimilarityItem[],
  thresholds: SimilarityThresholds,
) => readonly SimilarPair[];

/**
 * Returns every pair whose names overlap by `name_overlap` or whose descriptions overlap by
 * `description_overlap`, exactly, through an inverted index instead of all pairs. Sorted by name; independent of
 * the order of items. A threshold of 0 or less pairs everything. `lexicalClusters` gives the clusters of a large
 * library without listing its pairs. CONTRACTS 6.3.
 */
export const similarPairs: PairSource = pairsBy(lexicalEvidence);
