import type { TimeWindow } from "@metis-curate/core";
import * as v from "valibot";
import { instantSchema } from "./instant.ts";

/** Default length of a window: 7 days. */
export const WINDOW_DEFAULT_US = 7 * 86_400 * 1_000_000;

export type DecodedTimeWindow =
  | { readonly ok: true; readonly window: TimeWindow }
  | {
      readonly ok: false;
      readonly message: string;
      /** The parameters as they were given. */
      readonly details: Readonly<Record<string, readonly string[]>>;
    };

/** All values of each parameter, in the order of the query string. */
export interface WindowQuery {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * The half-open window of a query (CONTRACTS 12): `to` defaults to now, `from` to 7 days before `to`. Fails
 * for a parameter that is malformed, empty, repeated or out of range, and when `from` is not before `to`.
 */
export function decodeTimeWindow(query: WindowQuery, nowUs: number): DecodedTimeWindow {
  const fail = (message: string): DecodedTimeWindow => ({ ok: false, message, details: { ...query } });
  const from = decodeParameter("from", query.from);
  if (typeof from === "string") return fail(from);
  const to = decodeParameter("to", query.to);
  if (typeof to === "string") return fail(to);
  const window = resolveTimeWindow({ fromUs: from.us, untilUs: to.us }, nowUs);
  return window === null ? fail("from is not before to") : { ok: true, window };
}

/** Fills in the defaults of a window; null when it is empty or runs backwards. */
export function resolveTimeWindow(
  given: { readonly fromUs: number | null; readonly untilUs: number | null },
  nowUs: number,
): TimeWindow | null {
  const untilUs = given.untilUs ?? nowUs;
  const fromUs = given.fromUs ?? Math.max(0, untilUs - WINDOW_DEFAULT_US);
  return fromUs < untilUs ? { fromUs, untilUs } : null;
}

/** The instant, null when the parameter is absent, or what is wrong with it. */
function decodeParameter(name: string, values: readonly string[]): { readonly us: number | null } | string {
  if (values.length > 1) return `${name} is given ${values.length} times`;
  const result = v.safeParse(v.optional(instantSchema), values[0]);
  if (!result.success) return `${name} ${result.issues[0].message}`;
  return { us: result.output ?? null };
}
