import * as v from "valibot";

/** A name of a gateway key, user or team (CONTRACTS 12). */
export const identity = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{1,200}$/, "is not 1 to 200 of A-Z, a-z, 0-9, _ and -"),
    v.description("Only calls of this one"),
  ),
);

/** `true` or `false`, with a default. */
export function flag(fallback: boolean, description: string) {
  return v.optional(
    v.pipe(
      v.picklist(["true", "false", "1", "0"], "is not true or false"),
      v.description(description),
      v.transform((text) => text === "true" || text === "1"),
    ),
    fallback ? "true" : "false",
  );
}

/** A whole number of items per page. */
export function limit(fallback: number, max: number) {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,5}$/, `is not a whole number from 1 to ${max}`),
      v.description(`1 to ${max}, default ${fallback}`),
      v.transform(Number),
      v.maxValue(max, `is not a whole number from 1 to ${max}`),
    ),
    String(fallback),
  );
}
