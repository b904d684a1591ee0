import type { Payload } from "../events/envelope.ts";
import type { Usd } from "../money/index.ts";
import type { Candidate } from "../selection/candidate.ts";
import { CallBook } from "./call-book.ts";
import type { EndedEarly, SkipRecord, ThrottledReason } from "./skill-curator.ts";

/** Errors in a row that end a run (CONTRACTS 8.5). */
export const MODEL_ERRORS_IN_A_ROW_MAX = 3;

/** What a run has done so far; the only mutable state of a run. */
export class RunLedger {
  readonly actions: Payload[] = [];
  readonly skips: SkipRecord[] = [];
  /** Skills archived, merged or edited in this run. */
  readonly acted = new Set<string>();
  /** UTC days whose spend the budget has from the trace. */
  readonly countedDays = new Set<string>();
  /** The paid calls, and so the spend. */
  readonly book = new CallBook();
  errors = 0;
  throttled: ThrottledReason | null = null;
  endedEarly: EndedEarly = null;
  /** Why a run that failed cannot go on; for a person. */
  failure: string | null = null;
  #errorsInARow = 0;

  /** Settled costs, and the estimates of calls that may have been billed. */
  get spendUsd(): Usd {
    return this.book.spentUsd;
  }

  skip(candidate: Candidate, kind: string, message: string, costUsd: Usd): void {
    this.skips.push({ skills: candidate.skills, action: candidate.action, kind, message, cost_usd: costUsd });
  }

  /** Counts an answer that came, or a call that failed; the third failure in a row ends the run. */
  answered(errored: boolean): void {
    this.#errorsInARow = errored ? this.#errorsInARow + 1 : 0;
    if (!errored) return;
    this.errors += 1;
    if (this.#errorsInARow >= MODEL_ERRORS_IN_A_ROW_MAX) this.endedEarly = "model_errors";
  }

  fail(message: string): void {
    this.errors += 1;
    this.endedEarly = "failed";
    this.failure = message;
  }

  get isOver(): boolean {
    return this.throttled !== null || this.endedEarly !== null;
  }
}
