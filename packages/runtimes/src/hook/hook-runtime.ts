import type { Translation } from "../runtime.ts";

/**
 * Where in a session a record stands: `start` and `end` of it, `turn` where only the end of each turn is told, null
 * anywhere else.
 */
export type HookMoment = "start" | "end" | "turn" | null;

/** What a record of a hook says. */
export interface HookTranslation extends Translation {
  readonly moment: HookMoment;
  /** Null where the record names none; then it says nothing. */
  readonly sessionId: string | null;
  /** Where the agent works, absolute; null when the record does not say. */
  readonly workspace: string | null;
  /** The session's transcript, where the runtime names one. */
  readonly transcriptPath: string | null;
}

/** A runtime as its hook needs it: no library, no effect. */
export interface HookRuntime {
  /** Never throws: a record of another shape says nothing and is not understood. */
  translateHook(record: unknown): HookTranslation;
  /**
   * What stdout must be. `notice`: one line for the person, only ever given at a session's start; a runtime that has no
   * way to show it leaves it out, and is then given none (`showsNotices`).
   */
  answer(notice: string | null): string;
  readonly showsNotices: boolean;
}

/** A record that says nothing. */
export function notUnderstood(kind: string): HookTranslation {
  return {
    observations: [],
    kind,
    version: null,
    understood: false,
    moment: null,
    sessionId: null,
    workspace: null,
    transcriptPath: null,
  };
}
