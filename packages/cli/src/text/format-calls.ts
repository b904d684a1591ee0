import type { CallTotals } from "@metis-curate/core";
import { formatDollars, isFree } from "./format-dollars.ts";

/** `4 calls, at most $0.09, billed $0.025`; empty when no call was made. */
export function formatCalls(totals: CallTotals): string {
  if (totals.calls === 0) return "";
  const count = `${totals.calls} call${totals.calls === 1 ? "" : "s"}`;
  const open = isFree(totals.unsettled_usd)
    ? ""
    : `, cut off ${formatDollars(totals.unsettled_usd)} counted as spent`;
  return `${count}, at most ${formatDollars(totals.estimated_usd)}, billed ${formatDollars(totals.billed_usd)}${open}`;
}

/** `archive $0.004, consolidate $0.021`. */
export function formatPurposes({ by_purpose }: CallTotals): string {
  return Object.entries(by_purpose)
    .map(([purpose, totals]) => `${purpose} ${formatDollars(totals.billed_usd)}`)
    .join(", ");
}
