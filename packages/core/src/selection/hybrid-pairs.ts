import { compareText } from "./order.ts";
import { shingles } from "./shingles.ts";
import type { PairSource, SimilarityItem, SimilarPair } from "./similar-pairs.ts";
import { buildTokenIndex, eachOverlap } from "./token-index.ts";

/** Words of a phrase that two texts have in common by copying rather than by chance. */
const PHRASE_WORDS = 5;
/** Share of the phrases of the shorter text from which two are near-duplicates. */
export const PHRASE_OVERLAP_MIN = 0.1;
/** Of short texts at least so many, or all. */
const SHARED_PHRASES_MIN = 3;
/** A body with fewer words says little: its description counts with it. */
const BODY_WORDS_MIN = 20;

/**
 * Returns every pair of skills whose bodies share `PHRASE_OVERLAP_MIN` of their five-word phrases, the smaller body's
 * counted (w-shingling, Broder 1997; the overlap coefficient, because a derived skill often grows). Names and
 * descriptions do not count: in a library that an agent wrote they agree far more often than what the skills say.
 * Exact, through an inverted index. Sorted by name; independent of the order of items. CONTRACTS 6.3.
 */
export const hybridPairs: PairSource = (items) => {
  const sorted = [...items].sort((x, y) => compareText(x.name, y.name));
  const sets = sorted.map(phrasesOf);
  const pairs: (SimilarPair & { readonly x: number; readonly y: number })[] = [];
  eachOverlap(buildTokenIndex(sets), PHRASE_OVERLAP_MIN, (one, other) => {
    const [x, y] = one < other ? [one, other] : [other, one];
    if (!sharesEnough(sets[x] ?? new Set(), sets[y] ?? new Set())) return;
    pairs.push({ a: sorted[x]?.name ?? "", b: sorted[y]?.name ?? "", x, y });
  });
  return pairs.sort((p, q) => p.x - q.x || p.y - q.y).map(({ a, b }) => ({ a, b }));
};

function phrasesOf({ description, body }: SimilarityItem): ReadonlySet<string> {
  const found = shingles(body, PHRASE_WORDS);
  if (found.size > BODY_WORDS_MIN - PHRASE_WORDS) return found;
  return shingles(`${description}\n${body}`, PHRASE_WORDS);
}

function sharesEnough(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  const needed = Math.min(small.size, SHARED_PHRASES_MIN);
  let shared = 0;
  for (const phrase of small) if (large.has(phrase) && ++shared >= needed) return true;
  return false;
}
