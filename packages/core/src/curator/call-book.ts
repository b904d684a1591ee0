import type { Purpose } from "../events/catalog/curator-call.ts";
import { addUsd, subtractUsd, sumUsd, type Usd, ZERO_USD } from "../money/index.ts";

/** A paid call of a run: what it was feared to cost and what it did. */
export interface BookedCall {
  readonly purpose: Purpose;
  readonly estimateUsd: Usd;
  /** Null until the call is settled. */
  readonly costUsd: Usd | null;
}

/** The paid calls of one run, in order. Until a call is settled its estimate counts as spent. */
export class CallBook {
  readonly #calls: BookedCall[] = [];
  #spentUsd: Usd = ZERO_USD;

  get spentUsd(): Usd {
    return this.#spentUsd;
  }

  get calls(): readonly BookedCall[] {
    return this.#calls;
  }

  /** Books a call that is about to be sent; call what it returns once, with the true cost. */
  open(purpose: Purpose, estimateUsd: Usd): (costUsd: Usd) => void {
    const index = this.#calls.push({ purpose, estimateUsd, costUsd: null }) - 1;
    this.#spentUsd = addUsd(this.#spentUsd, estimateUsd);
    return (costUsd) => {
      this.#calls[index] = { purpose, estimateUsd, costUsd };
      this.#spentUsd = addUsd(subtractUsd(this.#spentUsd, estimateUsd), costUsd);
    };
  }

  /** What the calls after the first `count` cost. */
  spentSince(count: number): Usd {
    return sumUsd(this.#calls.slice(count).map(({ estimateUsd, costUsd }) => costUsd ?? estimateUsd));
  }
}
