import * as v from "valibot";
import { describedInstant } from "../time-window/instant.ts";

/** `from` and `to` of every window (CONTRACTS 12). */
export const windowParameters = {
  from: v.optional(describedInstant("ISO-8601 UTC, inclusive; default 7 days before `to`")),
  to: v.optional(describedInstant("ISO-8601 UTC, exclusive; default now")),
} as const;
