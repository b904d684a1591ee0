import type { Evidence } from "./evidence.ts";
import type { LinkRule } from "./link-search.ts";
import { makeTokenSets } from "./token-sets.ts";
import { eachToken } from "./tokenize.ts";

/** Names overlap by `name_overlap` or descriptions by `description_overlap` (CONTRACTS 6.3). */
export const lexicalEvidence: Evidence = (items, thresholds) => {
  const { name_overlap, description_overlap } = thresholds;
  // The overlap with an empty set is 0, and that is enough then.
  if (name_overlap <= 0 || description_overlap <= 0) return "all";
  return [
    ...overlapRule(items, ({ name }) => name, name_overlap),
    ...overlapRule(items, ({ description }) => description, description_overlap),
  ];
};

/** No two texts overlap by more than 1. */
function overlapRule<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  threshold: number,
): readonly LinkRule[] {
  if (threshold > 1) return [];
  const sets = makeTokenSets(items.length, (item, found) => {
    const of = items[item];
    if (of !== undefined) eachToken(textOf(of), found);
  });
  return [{ sets, needed: (size) => neededOverlap(size, threshold) }];
}

/** Smallest k with k / size ≥ threshold, decided by the same division as the overlap itself. */
function neededOverlap(size: number, threshold: number): number {
  let needed = Math.max(1, Math.floor(threshold * size) - 1);
  while (needed < size && needed / size < threshold) needed++;
  return needed;
}
