/** The body of every answer that is no success (CONTRACTS 12). */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** Builds the body of an error; `details` is empty unless there is something to add. */
export function errorBody(
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): ErrorBody {
  return { error: { code, message, details } };
}
