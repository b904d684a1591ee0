import * as v from "valibot";
import { defineEvent } from "./define-event.ts";
import { signalBag, text } from "./fields.ts";

/** A judgement by the evaluator: advice only (CONTRACTS 4.3, 6.4). */
export const evalCompletedEvent = defineEvent({
  type: "eval.completed",
  floor: "user_controlled",
  actor: "system",
  privateFields: ["signals", "rationale"],
  entries: {
    subject_kind: v.picklist(["turn", "tool_cycle", "session", "workload"]),
    subject_id: text,
    score: v.number(),
    confidence: v.number(),
    signals: v.optional(signalBag),
  },
});
export type EvalCompletedPayload = v.InferOutput<typeof evalCompletedEvent.schema>;
