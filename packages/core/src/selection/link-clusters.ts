import { ClusterForest, cappedComponents } from "./cluster-forest.ts";
import { CLUSTER_SIZE_MAX, type ClusterItem, mostLoadedFirst, namedClusters } from "./clusters.ts";
import type { Evidence } from "./evidence.ts";
import { hybridEvidence } from "./hybrid-evidence.ts";
import { lexicalEvidence } from "./lexical-evidence.ts";
import { LinkSearch } from "./link-search.ts";
import type { SimilarityItem, SimilarityThresholds } from "./similar-pairs.ts";

/**
 * Returns what `clusters` makes of the pairs of a `PairSource`, exactly, without listing the pairs. In a library whose
 * words repeat as those of people do, pairs grow with the square of the skills; what is read and kept here does not.
 * Names are unique. CONTRACTS 6.3.
 */
export type ClusterSource = (
  items: readonly (SimilarityItem & ClusterItem)[],
  thresholds: SimilarityThresholds,
  cap?: number,
) => readonly (readonly string[])[];

/** The clusters of `similarPairs`. */
export const lexicalClusters: ClusterSource = clustersBy(lexicalEvidence);

/** The clusters of `hybridPairs`. */
export const hybridClusters: ClusterSource = clustersBy(hybridEvidence);

function clustersBy(evidence: Evidence): ClusterSource {
  return (items, thresholds, cap = CLUSTER_SIZE_MAX) => {
    const ranked = mostLoadedFirst(items);
    const forest = new ClusterForest(ranked.length);
    const rules = evidence(ranked, thresholds);
    const searches = rules === "all" ? [] : rules.map((rule) => new LinkSearch(rule, forest));
    for (let item = ranked.length - 1; item >= 0; item--) {
      for (const search of searches) search.enter(item);
      if (rules === "all" && item + 1 < ranked.length) forest.join(item, item + 1);
    }
    const isLinked = (one: number, other: number): boolean =>
      rules === "all" || searches.some((search) => search.isLinked(one, other));
    const found = cappedComponents(forest, cap, (kept, link) => {
      for (const [at, one] of kept.entries()) {
        for (const other of kept.slice(at + 1)) if (isLinked(one, other)) link(one, other);
      }
    });
    return namedClusters(
      found,
      ranked.map(({ name }) => name),
    );
  };
}
