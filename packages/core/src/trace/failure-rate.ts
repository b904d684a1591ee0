/** Failures after loads of one skill within the window of CONTRACTS 6.4. */
export interface FailureRate {
  /** Loads that count. */
  readonly loads: number;
  /** Sessions with at least one load that counts. */
  readonly sessions: number;
  readonly failedSessions: number;
  /** failedSessions / sessions; 0 without sessions. */
  readonly rate: number;
  /** Failure signatures by falling count: never messages or inputs. */
  readonly signatures: readonly FailureSignature[];
  /** Tools that lately succeeded, by name: without those that worked once and have only failed since. */
  readonly toolsSucceeded: readonly string[];
  /** Mean evaluator score of the judged sessions: advice, never a reason (CONTRACTS 6.4). */
  readonly evalScore?: number;
}

export interface FailureSignature {
  readonly tool: string | null;
  readonly errorClass: string;
  readonly count: number;
}
