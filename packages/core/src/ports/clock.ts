/** Time as the process sees it. */
export interface Clock {
  /** Microseconds since the Unix epoch, UTC; may jump either way. */
  nowUs(): number;
  /** Milliseconds from an arbitrary origin that never go back: for durations and latencies. */
  monotonicMs(): number;
}

/** Source of ULIDs, strictly increasing within a process even when the clock stands still or goes back. */
export interface IdSource {
  next(): string;
}
