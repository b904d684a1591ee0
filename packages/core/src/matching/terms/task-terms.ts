/** A task as the ranker sees it. */
export interface TaskTerms {
  /** As given, cut to what is looked at. */
  readonly text: string;
  /** Distinct words in their order, as they are indexed, with the text they came from. */
  readonly words: readonly { readonly term: string; readonly shown: string; readonly count: number }[];
  /** Distinct character n-grams of the words, as indexed in the field `grams`. */
  readonly grams: readonly string[];
}
