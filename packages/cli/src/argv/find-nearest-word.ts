const WORD_LENGTH_MAX = 64;

/** The known word a typing mistake away from `word` (ties by order), or null when none is close. */
export function findNearestWord(word: string, known: readonly string[]): string | null {
  if (word.length > WORD_LENGTH_MAX) return null;
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate);
    if (distance <= allowance(candidate) && (best === null || distance < best.distance)) {
      best = { word: candidate, distance };
    }
  }
  return best === null ? null : best.word;
}

function allowance(word: string): number {
  return word.length <= 4 ? 1 : 2;
}

/** Optimal string alignment: insert, drop, replace or swap two neighbours, each at cost 1. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const dropped = (previous[column] ?? 0) + 1;
      const inserted = (current[column - 1] ?? 0) + 1;
      const swapped = isSwap(left, right, row, column) ? (before[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min(replaced, dropped, inserted, swapped));
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false;
  return left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
}
