import type { Purpose } from "../events/catalog/curator-call.ts";
import type { Dossier } from "../verdicts/dossier.ts";

/** Tokens as the provider billed them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheCreationInputTokens: number;
}

export interface ModelRequest {
  readonly purpose: Purpose;
  readonly dossier: Dossier;
}

/**
 * What came back. `answer` carries the text as received, to be decoded by core; `refused` is the provider's
 * refusal; `error` means no usable answer, and `sent` says whether the request may have been billed. An error with
 * `retry` may pass by itself: `afterMs` is how long the provider asked to wait, null when it did not say.
 */
export type ModelAnswer =
  | {
      readonly kind: "answer";
      readonly text: string;
      readonly usage: TokenUsage;
      readonly truncated: boolean;
    }
  | { readonly kind: "refused"; readonly message: string; readonly usage: TokenUsage }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly sent: boolean;
      readonly retry?: { readonly afterMs: number | null };
    };

/**
 * A model that judges one candidate per call. It has no tools and changes nothing.
 * `estimate` bounds the cost of a request from above before it is sent (CONTRACTS 9.2); a `free` model
 * reports none and costs nothing.
 */
export interface AuxiliaryModel {
  /** As configured: `rules`, `anthropic:claude-haiku-4-5`, … */
  readonly id: string;
  readonly free: boolean;
  ask(request: ModelRequest, signal?: AbortSignal): Promise<ModelAnswer>;
  /** Upper bound of the tokens a request can bill. */
  estimate(request: ModelRequest): TokenUsage;
  /** One line why this request cannot be put to the model whole (CONTRACTS 8.1 `too-large-for-model`); null when it can. */
  findObstacle?(request: ModelRequest): string | null;
  /**
   * Splits the members of a consolidation candidate into the groups that are judged one by one.
   * Absent: the whole cluster is one group. The rules model splits by equality (CONTRACTS 8.4).
   */
  groups?(request: ModelRequest): readonly (readonly string[])[];
}
