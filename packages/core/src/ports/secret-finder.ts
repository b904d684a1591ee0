/** A secret in a text: UTF-16 offsets, `end` exclusive, and the rule that knew it. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/**
 * Finds credentials in text by a maintained set of patterns (CONTRACTS 8.1). Spans are in order and do not overlap.
 * Never throws: what cannot be searched is one span over the whole text.
 */
export interface SecretFinder {
  findSecrets(text: string): Promise<readonly SecretSpan[]>;
}
