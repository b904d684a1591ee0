import type { Place } from "./place.ts";

/**
 * Moves a whole directory. `optional` steps may be left undone when the directory changed meanwhile:
 * the action then completes without that skill.
 */
export interface MoveTreeStep {
  readonly kind: "move-tree";
  readonly skill: string;
  readonly from: Place;
  readonly to: Place;
  /** Tree hash before the move and after it. */
  readonly hash: string;
  readonly optional: boolean;
}

/** Creates a directory that must not exist, from a staged tree. */
export interface PutTreeStep {
  readonly kind: "put-tree";
  readonly place: Place;
  /** Tree hash after. */
  readonly hash: string;
  /** Directory inside the intent's staging directory. */
  readonly staged: string;
}

/** Writes one file atomically from staged bytes. */
export interface PutFileStep {
  readonly kind: "put-file";
  readonly place: Place;
  /** SHA-256 of the bytes before; null when the file must not exist. */
  readonly before: string | null;
  readonly after: string;
  /** File inside the intent's staging directory. */
  readonly staged: string;
  /** Mode of a new file; an existing file keeps its own. */
  readonly mode: number;
}

/** Removes a file the curator itself had added and that lies in a snapshot (undo of a merge). */
export interface RemoveFileStep {
  readonly kind: "remove-file";
  readonly place: Place;
  readonly before: string;
  readonly optional: true;
}

/** One idempotent change on disk (CONTRACTS 7.6). */
export type Step = MoveTreeStep | PutTreeStep | PutFileStep | RemoveFileStep;

/** `foreign`: what is on disk fits neither the state before the step nor the one after it. */
export type StepState = "pending" | "landed" | "foreign";

export function isOptional(step: Step): boolean {
  return (step.kind === "move-tree" || step.kind === "remove-file") && step.optional;
}
