import type { Wait } from "@metis-curate/core";

export interface InstantWait {
  readonly wait: Wait;
  /** What was waited for, in milliseconds, oldest first. */
  readonly waitedMs: readonly number[];
}

/** Returns a wait that takes no real time; `onWait` is told first, to let a fake clock move or a signal abort. */
export function instantWait(onWait: (ms: number) => void = () => {}): InstantWait {
  const waitedMs: number[] = [];
  return {
    waitedMs,
    wait: async (ms) => {
      waitedMs.push(ms);
      onWait(ms);
    },
  };
}
