import type * as v from "valibot";
import { defineEvent } from "./define-event.ts";

/** Metis deleted old events; its payload is not ours (CONTRACTS 4.7). */
export const traceSweptEvent = defineEvent({
  type: "trace.swept",
  floor: "pseudonymous",
  actor: "system",
  entries: {},
});
export type TraceSweptPayload = v.InferOutput<typeof traceSweptEvent.schema>;
