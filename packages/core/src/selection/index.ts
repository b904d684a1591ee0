export * from "./activity.ts";
export * from "./archive-rule.ts";
export * from "./candidate.ts";
export * from "./candidate-hash.ts";
export { CLUSTER_SIZE_MAX, type ClusterItem, clusters } from "./clusters.ts";
export { clusterSourceOf, mayConsolidate, pairSourceOf } from "./consolidate-rule.ts";
export * from "./edit-rule.ts";
export * from "./find-references.ts";
export * from "./hand-edit.ts";
export { PHRASE_OVERLAP_MIN } from "./hybrid-evidence.ts";
export * from "./hybrid-pairs.ts";
export * from "./link-clusters.ts";
export * from "./mass-guard.ts";
export {
  type ReferenceGraph,
  type ReferenceScans,
  type ReferenceText,
  referenceGraph,
} from "./referenced.ts";
export * from "./select.ts";
export * from "./selection-input.ts";
export { shingles } from "./shingles.ts";
export { clusterSignals, skillSignals } from "./signals.ts";
export * from "./similar-pairs.ts";
export * from "./tokenize.ts";
export * from "./touchability.ts";
