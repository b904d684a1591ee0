import { type EventEnvelope, makeEvent, type NewEvent, validateEvent } from "../events/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";

/** An event of ours. Throws when it breaks the catalog: that is a bug, and nothing has been done yet. */
export function makeValidEvent(deps: Pick<CuratorDeps, "ids" | "clock">, event: NewEvent): EventEnvelope {
  const made = makeEvent(deps, event);
  const valid = validateEvent(made);
  if (!valid.ok) throw new Error(`${event.type}: ${valid.message}`);
  return made;
}
