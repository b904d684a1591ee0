/** Time as the process sees it. */
export interface Clock {
  /** Microseconds since the Unix epoch, UTC; may jump either way. */
  nowUs(): number;
  /** Milliseconds from an arbitrary origin that never go back: for durations and latencies. */
  monotonicMs(): number;
}

/** Resolves after `ms` milliseconds, or at once when `signal` aborts; never rejects. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Source of ULIDs, strictly increasing within a process even when the clock stands still or goes back. */
export interface IdSource {
  next(): string;
}
