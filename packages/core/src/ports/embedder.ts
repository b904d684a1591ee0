/** What texts are embedded for; some models treat the two differently. */
export type EmbedPurpose = "query" | "document";

/**
 * One vector per text, in order, all of one length; or the one line why there are none (package or weights missing,
 * server unreachable, answer malformed). A caller then goes on without vectors.
 */
export type EmbedAnswer =
  | { readonly kind: "vectors"; readonly vectors: readonly Float32Array[] }
  | { readonly kind: "unavailable"; readonly message: string };

/**
 * Turns texts into vectors whose cosine says how near two meanings are. Loads what it needs at the first call, never
 * when it is made. CONTRACTS 13.8.
 */
export interface Embedder {
  /** As configured: `use-lite`, `transformers:<model>`, `openai-compatible:<model>`. Vectors of two ids never mix. */
  readonly id: string;
  /** Never throws; no text is an answer without vectors. */
  embed(texts: readonly string[], purpose: EmbedPurpose, signal?: AbortSignal): Promise<EmbedAnswer>;
}

/** An embedder, or none: `lexical` by choice (message null), or with the one line that says why. */
export type ConfiguredEmbedder =
  | { readonly kind: "embedder"; readonly embedder: Embedder }
  | { readonly kind: "none"; readonly id: string; readonly message: string | null };
