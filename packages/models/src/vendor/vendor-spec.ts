import type { Dossier, ModelAnswer } from "@metis-curate/core";
import type { ModelLimits } from "../limits/index.ts";
import type { Prompt } from "../prompts/index.ts";
import type { FetchFunction } from "../transport/index.ts";

export interface VendorRequest {
  readonly purpose: Dossier["purpose"];
  readonly prompt: Prompt;
  readonly maxTokens: number;
}

/** What a vendor's SDK is given for one request. */
export interface Wire {
  readonly fetch: FetchFunction;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** A refused request that another dialect may get through; it was not billed. */
export interface Rejection {
  readonly status: number;
  readonly message: string;
}

/** A vendor's SDK, loaded. `send` returns the response as data, to be read as foreign input. */
export interface VendorClient<TBody, TDialect> {
  send(body: TBody, dialect: TDialect, wire: Wire): Promise<unknown>;
}

/** What differs between vendors. A dialect is what a server may or may not understand of the API. */
export interface VendorSpec<TBody, TDialect> {
  readonly id: string;
  readonly limits: ModelLimits;
  /** Default: by the length of the answer. */
  readonly timeoutMs?: number;
  readonly key: string | null;
  /** The environment variable that holds the key. */
  readonly keyName: string;
  readonly fetch: FetchFunction;
  /** It says the most, so its request bounds those of all others. */
  readonly firstDialect: TDialect;
  /** Rejects when the SDK is not installed. */
  load(): Promise<VendorClient<TBody, TDialect>>;
  urlOf(dialect: TDialect): string;
  bodyOf(request: VendorRequest, dialect: TDialect): TBody;
  /** Null for a response that is no answer of this API. */
  read(response: unknown): ModelAnswer | null;
  /** Another way to ask after a refusal; null when there is none. */
  nextDialect(dialect: TDialect, rejection: Rejection): TDialect | null;
}
