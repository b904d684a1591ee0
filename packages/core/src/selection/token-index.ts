/**
 * Token sets prepared for a threshold search: each set as ascending token ranks, rarest token first, and for
 * each rank the items that hold it, largest set first.
 */
export interface TokenIndex {
  readonly ranks: readonly Int32Array[];
  readonly postings: readonly Int32Array[];
}

/** Builds the index of all sets; the order of equally rare tokens does not change what a search finds. */
export function buildTokenIndex(sets: readonly ReadonlySet<string>[]): TokenIndex {
  const rankOf = rankByRarity(sets);
  const ranks = sets.map((set) => Int32Array.from(set, (token) => rankOf.get(token) ?? 0).sort());
  const bySize = Array.from(ranks.keys()).sort((a, b) => sizeOf(ranks, b) - sizeOf(ranks, a));
  const postings: number[][] = Array.from({ length: rankOf.size }, () => []);
  for (const item of bySize) for (const rank of ranks[item] ?? []) postings[rank]?.push(item);
  return { ranks, postings: postings.map((items) => Int32Array.from(items)) };
}

/**
 * Calls `found` once for every pair of items whose overlap is at least `threshold` (0 < threshold ≤ 1).
 * Exact: if the shorter set X shares k tokens with Y, then any |X|-k+1 tokens of X hold one of Y's, so only
 * the postings of X's rarest tokens are read (prefix filtering), and of those only sets as large as X.
 */
export function eachOverlap(
  index: TokenIndex,
  threshold: number,
  found: (a: number, b: number) => void,
): void {
  const seenBy = new Int32Array(index.ranks.length).fill(-1);
  for (const [item, ranks] of index.ranks.entries()) {
    const needed = neededOverlap(ranks.length, threshold);
    const prefix = ranks.subarray(0, ranks.length - needed + 1);
    seenBy[item] = item;
    for (const rank of prefix) {
      for (const other of index.postings[rank] ?? []) {
        const otherRanks = index.ranks[other];
        if (otherRanks === undefined || otherRanks.length < ranks.length) break;
        if (seenBy[other] === item) continue;
        seenBy[other] = item;
        // Of two equally large sets each finds the other: the smaller index reports the pair.
        if (otherRanks.length === ranks.length && other < item) continue;
        if (sharesAtLeast(ranks, otherRanks, needed)) found(item, other);
      }
    }
  }
}

function rankByRarity(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const token of set) counts.set(token, (counts.get(token) ?? 0) + 1);
  const rare = Array.from(counts).sort((a, b) => a[1] - b[1]);
  return new Map(rare.map(([token], rank) => [token, rank]));
}

/** Smallest k with k / size ≥ threshold, decided by the same division as the overlap itself. */
function neededOverlap(size: number, threshold: number): number {
  let needed = Math.max(1, Math.floor(threshold * size) - 1);
  while (needed < size && needed / size < threshold) needed++;
  return needed;
}

function sharesAtLeast(a: Int32Array, b: Int32Array, needed: number): boolean {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (shared + Math.min(a.length - i, b.length - j) < needed) return false;
    const difference = (a[i] ?? 0) - (b[j] ?? 0);
    if (difference === 0 && ++shared === needed) return true;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return false;
}

function sizeOf(ranks: readonly Int32Array[], item: number): number {
  return ranks[item]?.length ?? 0;
}
