import * as v from "valibot";

/** Building blocks of the answers' schemas. */
export const text = v.string();
export const nullableText = v.nullable(v.string());
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const nullableNumber = v.nullable(v.number());
export const share = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
export const instant = v.pipe(v.string(), v.description("ISO-8601 UTC"));
export const nullableInstant = v.nullable(instant);
export const exactUsd = v.pipe(v.string(), v.description("Exact amount in USD, a plain decimal"));
export const countsByName = v.record(v.string(), count);
export const bag = v.record(v.string(), v.unknown());

export const windowSchema = v.pipe(
  v.object({ start: instant, end: instant }),
  v.description("Half open: start ≤ t < end"),
);

/** Only there when something had to be left out. */
export const partialSchema = v.optional(
  v.pipe(
    v.object({
      skipped_rows: v.optional(count),
      unpriced_calls: v.optional(count),
      omitted_groups: v.optional(count),
    }),
    v.description(
      "Rows that cannot be read, calls whose cost cannot be read (they count as no cost), groups beyond 10,000",
    ),
  ),
);

/** The body of every answer that is no success. */
export const errorSchema = v.object({
  error: v.object({ code: text, message: text, details: bag }),
});
