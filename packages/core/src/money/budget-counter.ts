import { parseUsd, type Usd, ZERO_USD } from "./usd.ts";
import { addUsd, compareUsd, subtractUsd } from "./usd-arithmetic.ts";

/**
 * One running total. It fails closed: after an amount that cannot be read, every later check that asks for money
 * is refused.
 */
export class BudgetCounter {
  #total: Usd = ZERO_USD;
  #closed = false;

  constructor(start: Usd = ZERO_USD) {
    this.raiseTo(start);
  }

  get total(): Usd {
    return this.#total;
  }

  /** True when `amount` more would pass `cap`; exactly the cap is allowed (CONTRACTS 9.2). */
  wouldExceed(amount: Usd, cap: Usd): boolean {
    const asked = parseUsd(amount);
    const limit = parseUsd(cap);
    if (asked === null || limit === null) return true;
    if (asked === ZERO_USD) return false;
    return this.#closed || compareUsd(addUsd(this.#total, asked), limit) > 0;
  }

  /** Adds `amount` unless it would pass `cap`, in one step; returns whether it was added. */
  checkAndRecord(amount: Usd, cap: Usd): boolean {
    if (this.wouldExceed(amount, cap)) return false;
    this.record(amount);
    return true;
  }

  /** Adds an amount that is already spent, whatever any cap says. */
  record(amount: Usd): void {
    const spent = parseUsd(amount);
    if (spent === null) this.#closed = true;
    else this.#total = addUsd(this.#total, spent);
  }

  /** Replaces a recorded amount by another one; both are part of the total. */
  replace(recorded: Usd, actual: Usd): void {
    this.#total = subtractUsd(this.#total, recorded);
    this.record(actual);
  }

  /** Lifts the total to at least `amount`. */
  raiseTo(amount: Usd): void {
    const least = parseUsd(amount);
    if (least === null) this.#closed = true;
    else if (compareUsd(least, this.#total) > 0) this.#total = least;
  }

  /** True when nothing more may be spent under `cap`: the total has reached it, or it cannot be known. */
  hasReached(cap: Usd): boolean {
    const limit = parseUsd(cap);
    return this.#closed || limit === null || compareUsd(this.#total, limit) >= 0;
  }

  /** Refuses all later spending. */
  close(): void {
    this.#closed = true;
  }
}
