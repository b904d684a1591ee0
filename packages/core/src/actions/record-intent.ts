import type { EventEnvelope } from "../events/envelope.ts";
import type { ActionDeps } from "./action-deps.ts";
import { type ActionResult, failed } from "./action-result.ts";
import type { Intent, IntentEvent } from "./intent.ts";
import { removeIntent, rewriteIntent } from "./intent-store.ts";
import { writeActs } from "./write-acts.ts";

/**
 * The second half of an action, once its disk steps are decided: events once by id and durable, then the
 * sidecar, then the intent is forgotten. Repeating it is harmless. A failed event or sidecar leaves the
 * intent for the next run.
 */
export async function recordIntent(
  deps: ActionDeps,
  intent: Intent,
  leftSteps: ReadonlySet<number>,
): Promise<ActionResult> {
  const events = settleEvents(intent, leftSteps);
  try {
    if (leftSteps.size > 0) rewriteIntent(deps.fs, deps.root, settled(intent, events, leftSteps));
    const fresh = new Set(await deps.trace.append(events, "full"));
    await deps.announce(events.filter((event) => fresh.has(event.id)));
  } catch (error) {
    return failed("event", error);
  }
  try {
    writeActs(deps.fs, deps.root, events);
    removeIntent(deps.fs, deps.root, intent.id);
  } catch (error) {
    return failed("sidecar", error);
  }
  return { kind: "done", events, left: leftSkills(intent, leftSteps) };
}

/** The events that report what really happened: those of left steps drop out, and so do their skills from lineage. */
export function settleEvents(intent: Intent, leftSteps: ReadonlySet<number>): readonly EventEnvelope[] {
  const left = new Set(leftSkills(intent, leftSteps));
  return intent.events
    .filter(({ step }) => step === null || !leftSteps.has(step))
    .map(({ event }) => withoutLineage(event, left));
}

function withoutLineage(event: EventEnvelope, left: ReadonlySet<string>): EventEnvelope {
  const lineage = event.payload["consolidated_from"];
  if (left.size === 0 || !Array.isArray(lineage)) return event;
  return {
    ...event,
    payload: { ...event.payload, consolidated_from: lineage.filter((name) => !left.has(name)) },
  };
}

function leftSkills(intent: Intent, leftSteps: ReadonlySet<number>): readonly string[] {
  return intent.steps.flatMap((step, index) =>
    step.kind === "move-tree" && leftSteps.has(index) ? [step.skill] : [],
  );
}

/** The same intent with only the steps that count, so that a later recovery decides the same. */
function settled(intent: Intent, events: readonly EventEnvelope[], leftSteps: ReadonlySet<number>): Intent {
  return {
    ...intent,
    steps: intent.steps.filter((_, index) => !leftSteps.has(index)),
    events: events.map((event): IntentEvent => ({ event, step: null })),
  };
}
