/** A share from 0 to 1 with two decimals. */
export function formatShare(share: number): string {
  return share.toFixed(2);
}
