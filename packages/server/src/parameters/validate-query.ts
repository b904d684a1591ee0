import { errorBody } from "@metis-curate/http";
import type { Env, MiddlewareHandler } from "hono";
import { validator } from "hono-openapi";
import type * as v from "valibot";

/** Both ends of a window share one code (CONTRACTS 12). */
const CODES: Readonly<Record<string, string>> = { from: "invalid_time_window", to: "invalid_time_window" };
/** What `validator` returns for an object; written out, the package's types ask for no package that it does not list. */
type QueryValidator<S extends v.GenericSchema> = MiddlewareHandler<
  Env,
  string,
  { in: { query: v.InferInput<S> }; out: { query: v.InferOutput<S> } }
>;
const JSON_SCHEMA = { options: { errorMode: "ignore", typeMode: "input" } };

/**
 * Validates the query string; a parameter that is malformed, unknown to its set or repeated is 400
 * `invalid_<parameter>`, `invalid_time_window` for `from` and `to`. Parameters nobody knows are ignored.
 */
export function validateQuery<
  const S extends v.GenericSchema<Record<string, unknown>, Record<string, unknown>>,
>(schema: S): QueryValidator<S> {
  return validator(
    "query",
    schema,
    (result, c) => {
      if (result.success) return undefined;
      const [issue] = result.error;
      const parameter = parameterOf(issue?.path);
      const value = c.req.queries(parameter) ?? [];
      const code = CODES[parameter] ?? `invalid_${parameter}`;
      const problem = value.length > 1 ? `is given ${value.length} times` : (issue?.message ?? "is wrong");
      return c.json(errorBody(code, `${parameter} ${problem}`, { parameter, value }), 400);
    },
    JSON_SCHEMA,
  ) as unknown as QueryValidator<S>;
}

function parameterOf(path: readonly unknown[] | undefined): string {
  const [first] = path ?? [];
  const key = typeof first === "object" && first !== null && "key" in first ? first.key : first;
  return typeof key === "string" ? key : "query";
}
