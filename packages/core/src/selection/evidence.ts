import type { LinkRule } from "./link-search.ts";
import type { SimilarityItem, SimilarityThresholds } from "./similar-pairs.ts";

/** Skills are alike by any of these rules; `all`: whatever they say. */
export type Evidence = (
  items: readonly SimilarityItem[],
  thresholds: SimilarityThresholds,
) => readonly LinkRule[] | "all";
