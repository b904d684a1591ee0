/** The known key with the least edit distance, unless it is too far to be meant; ties by order. */
export function findNearestKey(key: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(key.length / 2)) + 1;
  for (const candidate of known) {
    const distance = editDistance(key.toLowerCase(), candidate, least);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Levenshtein distance; `limit` or more when it is not below `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (current[column - 1] ?? limit) + 1,
          (previous[column] ?? limit) + 1,
          (previous[column - 1] ?? limit) + change,
        ),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? limit;
}
