/** The two vendor interfaces that the server speaks. */
export type ServedApi = "anthropic" | "openai";

/** A request as it came in. */
export interface ServedRequest {
  /** 0 for the first. */
  readonly index: number;
  readonly api: ServedApi;
  readonly path: string;
  /** Names in lower case; a header that carries a key has the value `present`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  readonly maxTokens: number;
  /** The fixed part: all system texts. */
  readonly system: string;
  /** All other texts, in order. */
  readonly prompt: string;
  /** JSON schema of the wanted answer; null when none was given. */
  readonly schema: unknown;
  readonly body: Readonly<Record<string, unknown>>;
  /** UTF-8 bytes of the body. */
  readonly bodyBytes: number;
  /** Tokens that the server counts as input, and how many of those first ones the client asked to be cached. */
  readonly inputTokens: number;
  readonly cacheableTokens: number;
}
