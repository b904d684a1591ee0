/**
 * Token sets prepared for a threshold search: each set as ascending token ranks, rarest token first, and for
 * each rank the items that hold it, largest set first.
 */
export interface TokenIndex {
  readonly ranks: readonly Int32Array[];
  readonly postings: readonly Int32Array[];
  readonly sizes: Int32Array;
  /** Two words of 32 bits per item: each token sets one bit. */
  readonly signatures: Int32Array;
}

/** Builds the index of all sets; the order of equally rare tokens does not change what a search finds. */
export function buildTokenIndex(sets: readonly ReadonlySet<string>[]): TokenIndex {
  const rankOf = rankByRarity(sets);
  const ranks = sets.map((set) => Int32Array.from(set, (token) => rankOf.get(token) ?? 0).sort());
  const sizes = Int32Array.from(ranks, (set) => set.length);
  const bySize = Array.from(ranks.keys()).sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  const postings: number[][] = Array.from({ length: rankOf.size }, () => []);
  for (const item of bySize) for (const rank of ranks[item] ?? []) postings[rank]?.push(item);
  return {
    ranks,
    postings: postings.map((items) => Int32Array.from(items)),
    sizes,
    signatures: buildSignatures(ranks),
  };
}

/**
 * Calls `found` once for every pair of items whose overlap is at least `threshold` (0 < threshold ≤ 1).
 * Exact: if the shorter set X shares k tokens with Y, then any |X|-k+1 tokens of X hold one of Y's, so only
 * the postings of X's rarest tokens are read (prefix filtering), and of those only sets as large as X. Most
 * of the rest falls to the signatures: a bit of X that Y lacks is a token of X that Y lacks.
 */
export function eachOverlap(
  index: TokenIndex,
  threshold: number,
  found: (a: number, b: number) => void,
): void {
  const { ranks, postings, sizes } = index;
  const seenBy = new Int32Array(ranks.length).fill(-1);
  for (const [item, own] of ranks.entries()) {
    const size = own.length;
    const needed = neededOverlap(size, threshold);
    seenBy[item] = item;
    for (const rank of own.subarray(0, size - needed + 1)) {
      for (const other of postings[rank] ?? []) {
        const otherSize = sizes[other] ?? 0;
        if (otherSize < size) break;
        if (seenBy[other] === item) continue;
        seenBy[other] = item;
        // Of two equally large sets each finds the other: the one with the smaller number reports the pair.
        if (otherSize === size && other < item) continue;
        if (missingBits(index.signatures, item, other) > size - needed) continue;
        if (sharesAtLeast(own, ranks[other] ?? EMPTY, needed)) found(item, other);
      }
    }
  }
}

const EMPTY = new Int32Array(0);

function buildSignatures(ranks: readonly Int32Array[]): Int32Array {
  const signatures = new Int32Array(ranks.length * 2);
  for (const [item, set] of ranks.entries()) {
    for (const rank of set) {
      const word = item * 2 + ((rank >> 5) & 1);
      signatures[word] = (signatures[word] ?? 0) | (1 << (rank & 31));
    }
  }
  return signatures;
}

/** Number of signature bits of `item` that `other` lacks: at most the number of tokens it lacks. */
function missingBits(signatures: Int32Array, item: number, other: number): number {
  const low = (signatures[item * 2] ?? 0) & ~(signatures[other * 2] ?? 0);
  const high = (signatures[item * 2 + 1] ?? 0) & ~(signatures[other * 2 + 1] ?? 0);
  return countBits(low) + countBits(high);
}

/** Population count of 32 bits (Hacker's Delight, 5-1). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
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
