import * as v from "valibot";
import { instantSchema } from "../time-window/instant.ts";

/** `from` and `to` of every window (CONTRACTS 12). */
export const windowParameters = {
  from: v.optional(
    v.pipe(instantSchema, v.description("ISO-8601 UTC, inclusive; default 7 days before `to`")),
  ),
  to: v.optional(v.pipe(instantSchema, v.description("ISO-8601 UTC, exclusive; default now"))),
} as const;
