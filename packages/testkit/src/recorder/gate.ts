import type { FileSystemErrorKind, TraceErrorKind } from "@metis-curate/core";

/** The process is gone: no `catch` of the code under test may survive it, and no later effect happens. */
export class Crash extends Error {
  override readonly name = "Crash";
}

export type CutMode =
  /** Killed before the effect. */
  | "crash-before"
  /** Killed after the effect. */
  | "crash-after"
  /** The effect fails with an error of its port. */
  | "fail-once"
  /** It and every later one fail, until the process ends. */
  | "fail-from-then-on";

export interface Cut {
  /** Number of the effect, from 1. */
  readonly at: number;
  readonly mode: CutMode;
  readonly fileError?: FileSystemErrorKind;
  readonly traceError?: TraceErrorKind;
}

export interface GateOptions {
  readonly cut?: Cut;
  /** Called before each effect: what somebody else does meanwhile. */
  readonly meanwhile?: (effect: number) => void;
}

/** Numbers effects, and cuts the run at one of them. */
export interface Gate {
  readonly cut: Cut | undefined;
  /** Name of each effect so far. */
  readonly log: readonly string[];
  /**
   * Counts an effect that is about to happen. Returns true when the process dies right after it. Throws `Crash`, or
   * what `fail` makes where the effect is to fail; null: it cannot fail.
   */
  enter(name: string, fail: (() => Error) | null): boolean;
  /** The process ends here. */
  die(name: string): never;
  /** A dead process does not read either. */
  assertAlive(name: string): void;
}

export function createGate({ cut, meanwhile }: GateOptions): Gate {
  const log: string[] = [];
  let dead = false;
  const assertAlive = (name: string): void => {
    if (dead) throw new Crash(`dead before ${name}`);
  };
  const die = (name: string): never => {
    dead = true;
    throw new Crash(`killed ${name}`);
  };
  return {
    cut,
    log,
    assertAlive,
    die: (name) => die(`after ${name}`),
    enter(name, fail) {
      assertAlive(name);
      meanwhile?.(log.length + 1);
      log.push(name);
      const isDue = cut !== undefined && log.length === cut.at;
      const isLater = cut?.mode === "fail-from-then-on" && log.length > cut.at;
      if (!isDue && !isLater) return false;
      if (cut?.mode === "crash-after") return true;
      if (cut?.mode === "crash-before") return die(`before ${name}`);
      if (fail === null) return false;
      throw fail();
    },
  };
}
