import { sumUsd, type Usd, ZERO_USD } from "../money/index.ts";
import type { CallTotals } from "./skill-curator.ts";

interface CountedCall {
  readonly purpose: string;
  readonly estimateUsd: Usd | null;
  /** Null while it is not settled. */
  readonly costUsd: Usd | null;
}

/** Returns what calls were estimated at and what they cost, in all and per purpose (CONTRACTS 9.4). */
export function totalCalls(calls: readonly CountedCall[]): CallTotals {
  const purposes = [...new Set(calls.map(({ purpose }) => purpose))].sort();
  const byPurpose = purposes.map((purpose) => {
    const own = calls.filter((call) => call.purpose === purpose);
    return [purpose, amounts(own)] as const;
  });
  return { ...amounts(calls), by_purpose: Object.fromEntries(byPurpose) };
}

function amounts(calls: readonly CountedCall[]): Omit<CallTotals, "by_purpose"> {
  const open = calls.filter(({ costUsd }) => costUsd === null);
  return {
    calls: calls.length,
    estimated_usd: sumUsd(calls.map(({ estimateUsd, costUsd }) => estimateUsd ?? costUsd ?? ZERO_USD)),
    billed_usd: sumUsd(calls.map(({ costUsd }) => costUsd ?? ZERO_USD)),
    unsettled_usd: sumUsd(open.map(({ estimateUsd }) => estimateUsd ?? ZERO_USD)),
  };
}
