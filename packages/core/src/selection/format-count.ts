/** Returns a count with its noun, such as `1 day` or `3 days`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
