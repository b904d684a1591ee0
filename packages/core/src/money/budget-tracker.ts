import { BudgetCounter } from "./budget-counter.ts";
import { type BudgetRun, type BudgetRunOptions, createBudgetRun } from "./budget-run.ts";
import { type Usd, ZERO_USD } from "./usd.ts";

/** Budgets of different domains or scopes never throttle each other (CONTRACTS 9.5). */
export interface BudgetKey {
  /** `curator`, `evaluator`, … */
  readonly domain: string;
  /** What the cap is for: a root key, a workspace, … */
  readonly scope: string;
}

export type BudgetCheck =
  | { readonly kind: "recorded"; readonly totalUsd: Usd }
  | { readonly kind: "over-cap"; readonly totalUsd: Usd };

export interface BudgetTracker {
  /**
   * Adds `amount` to the counter of the key unless the sum would pass `cap` (`>`: exactly the cap is allowed);
   * check and record are one step. Amounts or caps that are no plain decimals are `over-cap`.
   */
  checkAndRecord(key: BudgetKey, amount: Usd, cap: Usd): BudgetCheck;
  /** What `checkAndRecord` has added for this key. */
  spent(key: BudgetKey): Usd;
  /**
   * Opens a run of the key: a fresh run counter, and the key's counter of the day lifted to what the trace says.
   * An unreadable `daySpentUsd` closes that day.
   */
  beginRun(key: BudgetKey, options: BudgetRunOptions): BudgetRun;
}

/** A tracker for one process; separate processes share a cap through the trace (CONTRACTS 9.4). */
export function createBudgetTracker(): BudgetTracker {
  const counters = new Map<string, BudgetCounter>();
  const counter = (...parts: readonly string[]): BudgetCounter => {
    const name = JSON.stringify(parts);
    const known = counters.get(name);
    if (known !== undefined) return known;
    const fresh = new BudgetCounter();
    counters.set(name, fresh);
    return fresh;
  };
  return {
    checkAndRecord({ domain, scope }, amount, cap) {
      const total = counter(domain, scope);
      const recorded = total.checkAndRecord(amount, cap);
      return { kind: recorded ? "recorded" : "over-cap", totalUsd: total.total };
    },
    spent({ domain, scope }) {
      return counters.get(JSON.stringify([domain, scope]))?.total ?? ZERO_USD;
    },
    beginRun({ domain, scope }, options) {
      const dayCounter = (day: string): BudgetCounter => counter(domain, scope, day);
      dayCounter(options.day).raiseTo(options.daySpentUsd);
      return createBudgetRun(options, dayCounter);
    },
  };
}
