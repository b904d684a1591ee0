import { BudgetCounter } from "./budget-counter.ts";
import { parseUsd, type Usd } from "./usd.ts";
import { compareUsd, sumUsd } from "./usd-arithmetic.ts";

export interface BudgetRunOptions {
  readonly perRunCapUsd: Usd;
  readonly perDayCapUsd: Usd;
  /** UTC calendar day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Spend of that day so far, as the trace has it. */
  readonly daySpentUsd: Usd;
}

/** Money set aside for one call. Until it is settled the whole estimate counts as spent. */
export interface Reservation {
  readonly kind: "reserved";
  readonly estimateUsd: Usd;
  /**
   * Replaces the estimate by the true cost, above the estimate too. A later settlement can only raise it. A cost
   * that cannot be read keeps the estimate and refuses all further spending.
   */
  settle(actual: Usd): void;
}

/** Money set aside for calls that only make sense together, one reservation for each estimate, in order. */
export interface JointReservation {
  readonly kind: "reserved";
  readonly reservations: readonly Reservation[];
}

/**
 * Why a call must not be made (CONTRACTS 9.3). `over-run-cap` and `over-day-cap`: this estimate alone is above a
 * cap, skip it and go on. `per_run_cap` and `per_day_cap`: the cap is used up, stop the run.
 */
export interface BudgetRefusal {
  readonly kind: "over-run-cap" | "over-day-cap" | "per_run_cap" | "per_day_cap";
  /** One line with the estimate and the cap. */
  readonly message: string;
}

export interface BudgetRun {
  /**
   * Sets the estimate aside on the run's and the day's counter in one step, or on neither. `day` (UTC,
   * `YYYY-MM-DD`) is the day the call starts; default: the day the run began. An estimate of zero is always granted.
   */
  reserve(estimate: Usd, day?: string): Reservation | BudgetRefusal;
  /** The same for several estimates at once: their sum is set aside, or nothing (CONTRACTS 9.2). */
  reserveTogether(estimates: readonly Usd[], day?: string): JointReservation | BudgetRefusal;
  /** Settled costs plus open estimates of this run. */
  runSpent(): Usd;
  /** The same for the day, what the trace said included. */
  daySpent(day?: string): Usd;
  /** Lifts a day's counter to what the trace says of it; an unreadable amount closes that day. */
  raiseDay(day: string, spentUsd: Usd): void;
  /** True when a model that costs cannot be called at all today (CONTRACTS 9.4). */
  isDayCapReached(day?: string): boolean;
}

export function createBudgetRun(
  options: BudgetRunOptions,
  dayCounter: (day: string) => BudgetCounter,
): BudgetRun {
  const run = new BudgetCounter();
  const countersOf = (day: string): RunCounters => ({ run, day: dayCounter(day) });
  const refuse = (estimate: Usd, counters: RunCounters): BudgetRefusal | null => {
    const kind = findRefusal(estimate, options, counters);
    return kind === null ? null : { kind, message: refusalMessage(kind, estimate, options, counters) };
  };
  return {
    reserve(estimate, day = options.day) {
      const counters = countersOf(day);
      return refuse(estimate, counters) ?? reserveOn([counters.run, counters.day], estimate);
    },
    reserveTogether(estimates, day = options.day) {
      const counters = countersOf(day);
      const refusal = refuse(sumUsd(estimates), counters);
      if (refusal !== null) return refusal;
      const reservations = estimates.map((estimate) => reserveOn([counters.run, counters.day], estimate));
      return { kind: "reserved", reservations };
    },
    runSpent: () => run.total,
    daySpent: (day = options.day) => dayCounter(day).total,
    raiseDay: (day, spentUsd) => dayCounter(day).raiseTo(spentUsd),
    isDayCapReached: (day = options.day) => dayCounter(day).hasReached(options.perDayCapUsd),
  };
}

interface RunCounters {
  readonly run: BudgetCounter;
  readonly day: BudgetCounter;
}

function findRefusal(
  estimate: Usd,
  caps: BudgetRunOptions,
  counters: RunCounters,
): BudgetRefusal["kind"] | null {
  const alone = new BudgetCounter();
  if (alone.wouldExceed(estimate, caps.perRunCapUsd)) return "over-run-cap";
  if (alone.wouldExceed(estimate, caps.perDayCapUsd)) return "over-day-cap";
  if (counters.run.wouldExceed(estimate, caps.perRunCapUsd)) return "per_run_cap";
  if (counters.day.wouldExceed(estimate, caps.perDayCapUsd)) return "per_day_cap";
  return null;
}

function refusalMessage(
  kind: BudgetRefusal["kind"],
  estimate: Usd,
  caps: BudgetRunOptions,
  counters: RunCounters,
): string {
  switch (kind) {
    case "over-run-cap":
      return `estimate of $${estimate} is above curator.per_run_max_usd $${caps.perRunCapUsd}`;
    case "over-day-cap":
      return `estimate of $${estimate} is above curator.per_day_max_usd $${caps.perDayCapUsd}`;
    case "per_run_cap":
      return `$${counters.run.total} spent in this run, $${estimate} more would pass $${caps.perRunCapUsd}`;
    case "per_day_cap":
      return `$${counters.day.total} spent today, $${estimate} more would pass $${caps.perDayCapUsd}`;
  }
}

function reserveOn(counters: readonly BudgetCounter[], estimate: Usd): Reservation {
  for (const counter of counters) counter.record(estimate);
  let counted = estimate;
  let settled = false;
  return {
    kind: "reserved",
    estimateUsd: estimate,
    settle(actual) {
      const cost = parseUsd(actual);
      if (cost === null) {
        for (const counter of counters) counter.close();
        return;
      }
      if (settled && compareUsd(cost, counted) <= 0) return;
      for (const counter of counters) counter.replace(counted, cost);
      counted = cost;
      settled = true;
    },
  };
}
