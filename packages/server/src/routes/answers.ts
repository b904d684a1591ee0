import type { Refusal } from "@metis-curate/core";
import { errorBody } from "@metis-curate/http";
import type { Context } from "hono";

/** A window that is empty or runs backwards. */
export function answerEmptyWindow(c: Context): Response {
  const details = { from: c.req.queries("from") ?? [], to: c.req.queries("to") ?? [] };
  return c.json(errorBody("invalid_time_window", "from is not before to", details), 400);
}

/** The served root itself cannot be read (its state is damaged, its schema newer, its directory closed). */
export function answerRefusal(c: Context, refusal: Refusal): Response {
  return c.json(errorBody("library_unavailable", refusal.message, { kind: refusal.kind }), 503);
}
