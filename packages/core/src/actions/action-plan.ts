import type { EventEnvelope } from "../events/envelope.ts";
import type { Place } from "./place.ts";
import type { MoveTreeStep, RemoveFileStep } from "./step.ts";

export interface StagedFile {
  /** Relative to the tree, `/`-separated. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** A step before its bytes are staged. */
export type PlannedStep =
  | MoveTreeStep
  | RemoveFileStep
  | { readonly kind: "put-tree"; readonly place: Place; readonly files: readonly StagedFile[] }
  | {
      readonly kind: "put-file";
      readonly place: Place;
      readonly before: string | null;
      readonly bytes: Uint8Array;
      readonly mode: number;
    };

/** A directory that must still have this tree hash when the action starts. */
export interface Guard {
  readonly skill: string;
  readonly place: Place;
  readonly hash: string;
}

export interface PlannedEvent {
  readonly event: EventEnvelope;
  /** Index of the optional step this event reports; null when it reports the action itself. */
  readonly step: number | null;
}

/**
 * One action as a value: what must hold, what changes on disk in which order, and the events that record it.
 * Steps are ordered so that a replaced SKILL.md is the last required one; everything after it is optional.
 */
export interface ActionPlan {
  /** For people and logs: `archive old-thing`. */
  readonly label: string;
  readonly guards: readonly Guard[];
  readonly steps: readonly PlannedStep[];
  readonly events: readonly PlannedEvent[];
}
