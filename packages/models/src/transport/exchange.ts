/**
 * What is known of one HTTP exchange, whatever the vendor's SDK then makes of it.
 * `unsent`: nothing left. `sent`: the request may have arrived. `answered`: a status came. `read`: the body came whole.
 */
export interface Exchange {
  stage: "unsent" | "sent" | "answered" | "read";
  status: number | null;
  headers: Headers;
  /** The body of an answer that is no success. */
  errorText: string;
  problem: "redirect" | "too-large" | null;
  /** What the connection failed with. */
  cause: unknown;
}

export function newExchange(): Exchange {
  return {
    stage: "unsent",
    status: null,
    headers: new Headers(),
    errorText: "",
    problem: null,
    cause: undefined,
  };
}
