import * as v from "valibot";
import type { Payload } from "../envelope.ts";
import { curatorCallCompletedEvent } from "./curator-call-completed.ts";
import { curatorCallStartedEvent } from "./curator-call-started.ts";
import { curatorPausedEvent } from "./curator-paused.ts";
import { curatorRestoredEvent } from "./curator-restored.ts";
import { curatorResumedEvent } from "./curator-resumed.ts";
import { curatorRunFinishedEvent } from "./curator-run-finished.ts";
import { curatorRunStartedEvent } from "./curator-run-started.ts";
import type { EventDefinition } from "./define-event.ts";
import { evalCompletedEvent } from "./eval-completed.ts";
import { llmCallCompletedEvent } from "./llm-call-completed.ts";
import { sessionCreatedEvent } from "./session-created.ts";
import { sessionEndedEvent } from "./session-ended.ts";
import { skillAdoptedEvent } from "./skill-adopted.ts";
import { skillCreatedEvent } from "./skill-created.ts";
import { skillCuratedEvent } from "./skill-curated.ts";
import { skillDisownedEvent } from "./skill-disowned.ts";
import { skillFeedbackEvent } from "./skill-feedback.ts";
import { skillLoadedEvent } from "./skill-loaded.ts";
import { skillMatchedEvent } from "./skill-matched.ts";
import { skillModifiedEvent } from "./skill-modified.ts";
import { skillObservedEvent } from "./skill-observed.ts";
import { skillPromotedEvent } from "./skill-promoted.ts";
import { skillScoutedEvent } from "./skill-scouted.ts";
import { toolCalledEvent } from "./tool-called.ts";
import { toolCompletedEvent } from "./tool-completed.ts";
import { toolFailedEvent } from "./tool-failed.ts";
import { traceSweptEvent } from "./trace-swept.ts";

export type { Purpose } from "./curator-call.ts";
export type { CuratorCallCompletedPayload } from "./curator-call-completed.ts";
export type { CuratorCallStartedPayload } from "./curator-call-started.ts";
export type { CuratorPausedPayload } from "./curator-paused.ts";
export type { CuratorRestoredPayload } from "./curator-restored.ts";
export type { CuratorResumedPayload } from "./curator-resumed.ts";
export type { CuratorRunFinishedPayload } from "./curator-run-finished.ts";
export type { CuratorRunStartedPayload } from "./curator-run-started.ts";
export type { EventDefinition } from "./define-event.ts";
export type { EvalCompletedPayload } from "./eval-completed.ts";
export type { LlmCallCompletedPayload } from "./llm-call-completed.ts";
export type { SessionCreatedPayload } from "./session-created.ts";
export type { SessionEndedPayload } from "./session-ended.ts";
export type { SkillAdoptedPayload } from "./skill-adopted.ts";
export type { SkillCreatedPayload } from "./skill-created.ts";
export type { SkillCuratedPayload } from "./skill-curated.ts";
export type { SkillDisownedPayload } from "./skill-disowned.ts";
export type { SkillFeedbackPayload } from "./skill-feedback.ts";
export type { SkillLoadedPayload } from "./skill-loaded.ts";
export type { SkillMatchedPayload } from "./skill-matched.ts";
export type { SkillModifiedPayload } from "./skill-modified.ts";
export type { SkillObservedPayload } from "./skill-observed.ts";
export type { SkillPromotedPayload } from "./skill-promoted.ts";
export type { SkillScoutedPayload } from "./skill-scouted.ts";
export type { ToolCalledPayload } from "./tool-called.ts";
export type { ToolCompletedPayload } from "./tool-completed.ts";
export type { ToolFailedPayload } from "./tool-failed.ts";
export type { TraceSweptPayload } from "./trace-swept.ts";

/** Every event type this program knows. A new type is one file and one line here (CONTRACTS 4.3, 4.4). */
export const PAYLOAD_REGISTRY = {
  "curator.call_completed": curatorCallCompletedEvent,
  "curator.call_started": curatorCallStartedEvent,
  "curator.paused": curatorPausedEvent,
  "curator.restored": curatorRestoredEvent,
  "curator.resumed": curatorResumedEvent,
  "curator.run_finished": curatorRunFinishedEvent,
  "curator.run_started": curatorRunStartedEvent,
  "eval.completed": evalCompletedEvent,
  "llm.call_completed": llmCallCompletedEvent,
  "session.created": sessionCreatedEvent,
  "session.ended": sessionEndedEvent,
  "skill.adopted": skillAdoptedEvent,
  "skill.created": skillCreatedEvent,
  "skill.curated": skillCuratedEvent,
  "skill.disowned": skillDisownedEvent,
  "skill.feedback": skillFeedbackEvent,
  "skill.loaded": skillLoadedEvent,
  "skill.matched": skillMatchedEvent,
  "skill.modified": skillModifiedEvent,
  "skill.observed": skillObservedEvent,
  "skill.promoted": skillPromotedEvent,
  "skill.scouted": skillScoutedEvent,
  "tool.called": toolCalledEvent,
  "tool.completed": toolCompletedEvent,
  "tool.failed": toolFailedEvent,
  "trace.swept": traceSweptEvent,
} as const;

export type KnownEventType = keyof typeof PAYLOAD_REGISTRY;
export type PayloadOf<T extends KnownEventType> = v.InferOutput<(typeof PAYLOAD_REGISTRY)[T]["schema"]>;

/** The definition of a type, or undefined for a type this program does not know. */
export function findEventDefinition(type: string): EventDefinition | undefined {
  return isKnownEventType(type) ? PAYLOAD_REGISTRY[type] : undefined;
}

export function isKnownEventType(type: string): type is KnownEventType {
  return Object.hasOwn(PAYLOAD_REGISTRY, type);
}

/** The payload as its type's, or null when it does not fit the schema. */
export function decodePayload<T extends KnownEventType>(type: T, payload: Payload): PayloadOf<T> | null {
  const schema: v.GenericSchema<unknown, PayloadOf<T>> = PAYLOAD_REGISTRY[type].schema;
  const result = v.safeParse(schema, payload);
  return result.success ? result.output : null;
}
