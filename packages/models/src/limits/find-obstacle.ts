import type { Dossier } from "@metis-curate/core";
import type { ModelLimits } from "./model-limits.ts";
import { REWRITE_TOKENS_MAX, rewriteTokensNeeded } from "./output-tokens.ts";

/** Upper bounds of a request and its answer, in tokens. */
export interface RequestBounds {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Returns one line why a request does not fit whole (CONTRACTS 8.1 `too-large-for-model`), or null: the merged body
 * would have no room in the answer, or input and answer together may be more than the model's context. Input is
 * counted from above, so what passes here fits. The bounds are asked for only when the bodies alone do not decide: that
 * renders the request.
 */
export function findSizeObstacle(
  dossier: Dossier,
  boundsOf: () => RequestBounds,
  { contextTokens }: ModelLimits,
): string | null {
  if (dossier.purpose === "rewrite") {
    const needed = rewriteTokensNeeded(dossier);
    if (needed > REWRITE_TOKENS_MAX) {
      return `the bodies are too large to merge: the answer may need ${needed} tokens, at most ${REWRITE_TOKENS_MAX} are allowed`;
    }
  }
  const { inputTokens, outputTokens } = boundsOf();
  const total = inputTokens + outputTokens;
  return total > contextTokens
    ? `the request may take ${total} tokens, the model has ${contextTokens}`
    : null;
}
