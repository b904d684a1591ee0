const DIGITS_MIN = 2;
const DIGITS_MAX = 6;

/** `$0.184`: at least two decimals, at most six; what is cut rounds up, so a cost is never understated. */
export function formatUsd(usd: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(usd);
  if (match === null) return usd;
  const [, whole = "0", fraction = ""] = match;
  if (fraction.length <= DIGITS_MAX) return `$${grouped(whole)}.${trimmed(fraction)}`;
  const kept = BigInt(whole + fraction.slice(0, DIGITS_MAX));
  const rest = /[1-9]/.test(fraction.slice(DIGITS_MAX)) ? 1n : 0n;
  const digits = (kept + rest).toString().padStart(DIGITS_MAX + 1, "0");
  return `$${grouped(digits.slice(0, -DIGITS_MAX))}.${trimmed(digits.slice(-DIGITS_MAX))}`;
}

function trimmed(fraction: string): string {
  return fraction.replace(/0+$/, "").padEnd(DIGITS_MIN, "0");
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** False for an amount of nothing at all. */
export function isPaid(usd: string): boolean {
  return /[1-9]/.test(usd);
}
