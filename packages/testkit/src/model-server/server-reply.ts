/** How the input of a call is split between the prompt cache and the plain price; the rest is plain. */
export interface CacheSplit {
  readonly readTokens?: number;
  readonly writtenTokens?: number;
}

/**
 * What the server does with one request.
 * - `answer`: the text of the model. It is cut at the request's token limit, as a provider does.
 * - `refusal`: the model declines for its own reasons; billed.
 * - `error`: an HTTP error in the vendor's shape; not billed.
 * - `cut-body`: headers and half of the JSON of an answer; billed, but the client cannot know how much.
 * - `drop`: the connection breaks before or after the headers; billed as `cut-body`.
 * - `silence`: never answers; ends when the client goes away. Billed as `cut-body`.
 * - `redirect`: sends the client elsewhere; not billed.
 * - `raw`: any body with any status; billed when `billed` says so, and then as `cut-body`.
 */
export type ServerReply =
  | {
      readonly kind: "answer";
      readonly text: string;
      /** Default `end`. */
      readonly stop?: "end" | "max_tokens";
      /** Default: what the requests' cache marks give. */
      readonly cache?: CacheSplit;
      /** Default `honest`. `missing` leaves the counts out; any other value is sent in their place. */
      readonly usage?: "honest" | "missing" | { readonly claimed: unknown };
    }
  | { readonly kind: "refusal"; readonly message: string; readonly text?: string }
  | {
      readonly kind: "error";
      readonly status: number;
      readonly message?: string;
      /** Further headers, such as `retry-after`. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "cut-body"; readonly text: string }
  | { readonly kind: "drop"; readonly after: "request" | "headers"; readonly text?: string }
  | { readonly kind: "silence" }
  | { readonly kind: "redirect"; readonly location: string; readonly status?: 301 | 302 | 307 | 308 }
  | {
      readonly kind: "raw";
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly billed?: boolean;
    };

/** A verdict as a model's JSON. */
export function replyWith(
  verdict: unknown,
  options: Omit<Extract<ServerReply, { kind: "answer" }>, "kind" | "text"> = {},
): ServerReply {
  return { kind: "answer", text: JSON.stringify(verdict), ...options };
}

/** A verdict in a JSON fence with prose around it. */
export function replyFenced(verdict: unknown): ServerReply {
  const text = `Here is my decision.\n\n\`\`\`json\n${JSON.stringify(verdict, null, 2)}\n\`\`\`\n\nTell me if you need more.`;
  return { kind: "answer", text };
}

/** Too many requests; `retry-after` as the provider would write it, absent when undefined. */
export function replyRateLimited(retryAfter?: string): ServerReply {
  return {
    kind: "error",
    status: 429,
    message: "This request would exceed your rate limit.",
    ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }),
  };
}

/** An answer of about so many bytes that is no verdict. */
export function replyHuge(bytes: number): ServerReply {
  return { kind: "answer", text: JSON.stringify({ action: "skip", reason: "x".repeat(bytes) }) };
}
