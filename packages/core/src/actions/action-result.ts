import type { EventEnvelope } from "../events/envelope.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";

/** Where an action failed (CONTRACTS 7.6). */
export type FailureStage = "probe" | "intent" | "disk" | "event" | "sidecar";

export type ActionResult =
  | {
      readonly kind: "done";
      readonly events: readonly EventEnvelope[];
      /** Skills of optional steps that were left because they changed meanwhile or could not be moved. */
      readonly left: readonly string[];
    }
  /** Something else changed a skill of this action; nothing of it was done. */
  | { readonly kind: "changed"; readonly message: string }
  | {
      readonly kind: "failed";
      readonly stage: FailureStage;
      readonly message: string;
      /** True when the disk may have changed: the intent stays and the next run finishes or forgets it. */
      readonly unfinished: boolean;
    };

/** A result for an error of a port; anything else is a bug and is thrown on. */
export function failed(stage: FailureStage, error: unknown): ActionResult {
  if (!(error instanceof FileSystemError || error instanceof TraceError)) throw error;
  return {
    kind: "failed",
    stage,
    message: messageOf(error),
    unfinished: stage === "event" || stage === "sidecar",
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
