/**
 * Returns how many archives an unattended run may make: the larger of 5 and 20 % of the touchable skills. One
 * more and it makes none (CONTRACTS 10.6).
 */
export function massGuardLimit(touchable: number): number {
  return Math.max(5, Math.floor(touchable / 5));
}
