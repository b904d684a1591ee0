import type { Refusal } from "@metis-curate/core";
import * as v from "valibot";

/** What an `isError` result holds. */
export type Failure = Pick<Refusal, "kind" | "message">;

export const failure: v.GenericSchema<Failure> = v.object({
  kind: v.pipe(v.string(), v.description("Why, as a word: unknown-skill, invalid-outcome, …")),
  message: v.pipe(v.string(), v.description("One line: what, where, what to do.")),
});
