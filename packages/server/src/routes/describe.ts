import { describeRoute, resolver } from "hono-openapi";
import type * as v from "valibot";
import { errorSchema } from "../wire/fields.ts";

export interface RouteText {
  readonly summary: string;
  readonly description: string;
  /** Codes of 400, when it has parameters. */
  readonly invalid?: readonly string[];
  /** True when it may not be there. */
  readonly mayBeAbsent?: boolean;
}

/** The OpenAPI description of a route that answers with JSON. */
export function describeJson(text: RouteText, schema: v.GenericSchema) {
  return describeRoute({
    tags: ["analytics"],
    summary: text.summary,
    description: text.description,
    responses: {
      200: { description: "The answer", content: { "application/json": { schema: resolver(schema) } } },
      ...(text.invalid !== undefined && { 400: failure(`Codes: ${text.invalid.join(", ")}`) }),
      ...(text.mayBeAbsent === true && { 404: failure("Codes: not_found") }),
      503: failure("Codes: trace_unavailable, library_unavailable"),
    },
  });
}

function failure(description: string) {
  return { description, content: { "application/json": { schema: resolver(errorSchema) } } };
}
