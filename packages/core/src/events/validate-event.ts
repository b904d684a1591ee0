import * as v from "valibot";
import { type EventDefinition, findEventDefinition } from "./catalog/index.ts";
import { type EventEnvelope, SENSITIVITIES, type Sensitivity } from "./envelope.ts";

export type EventValidation = { readonly ok: true } | { readonly ok: false; readonly message: string };

/**
 * Says whether an event may be published: its payload fits the catalog and its sensitivity is the floor, or
 * less private with the private fields out; never more private. Unknown types pass. CONTRACTS 4.2.
 */
export function validateEvent(event: EventEnvelope): EventValidation {
  const definition = findEventDefinition(event.type);
  if (definition === undefined) return { ok: true };
  const result = v.safeParse(definition.schema, event.payload);
  if (!result.success) return refuse(event, describeIssue(result.issues[0]));
  const problem = findSensitivityProblem(definition, event);
  return problem === null ? { ok: true } : refuse(event, problem);
}

function findSensitivityProblem(definition: EventDefinition, event: EventEnvelope): string | null {
  const { floor, ceiling } = definition;
  const openness = opennessOf(event.sensitivity);
  if (openness < opennessOf(floor)) return `${event.sensitivity} is more private than the floor ${floor}`;
  if (openness === opennessOf(floor)) return null;
  if (openness > opennessOf(ceiling)) return `${event.sensitivity} is less private than ${ceiling}`;
  if (definition.isOpen(event.payload)) return null;
  return `${event.sensitivity} needs ${definition.privateFields.join(", ")} empty or redacted`;
}

function opennessOf(sensitivity: Sensitivity): number {
  return SENSITIVITIES.indexOf(sensitivity);
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}

function refuse(event: EventEnvelope, problem: string): EventValidation {
  return { ok: false, message: `event ${event.id} (${event.type}): ${problem}` };
}
