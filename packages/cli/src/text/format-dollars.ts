import type { Usd } from "@metis-curate/core";

const SHOWN_DIGITS_MIN = 3;
const SHOWN_DIGITS_MAX = 6;

/** `$0.184`: at least three decimals, at most six, and what is cut rounds up: a cost is never understated. */
export function formatDollars(usd: Usd | string): string {
  const [whole = "0", fraction = ""] = usd.split(".");
  if (fraction.length <= SHOWN_DIGITS_MAX) {
    return `$${whole}.${trimZeros(fraction)}`;
  }
  const kept = BigInt(whole + fraction.slice(0, SHOWN_DIGITS_MAX));
  const rest = /[1-9]/.test(fraction.slice(SHOWN_DIGITS_MAX)) ? 1n : 0n;
  const digits = (kept + rest).toString().padStart(SHOWN_DIGITS_MAX + 1, "0");
  return `$${digits.slice(0, -SHOWN_DIGITS_MAX)}.${trimZeros(digits.slice(-SHOWN_DIGITS_MAX))}`;
}

/** True for an amount of nothing at all. */
export function isFree(usd: Usd | string): boolean {
  return !/[1-9]/.test(usd);
}

function trimZeros(fraction: string): string {
  return fraction.replace(/0+$/, "").padEnd(SHOWN_DIGITS_MIN, "0");
}
