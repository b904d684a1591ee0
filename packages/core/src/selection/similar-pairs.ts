import type { CuratorConfig } from "../config/curator-config.ts";
import { compareText } from "./order.ts";
import { buildTokenIndex, eachOverlap } from "./token-index.ts";
import { tokenize } from "./tokenize.ts";

export interface SimilarityItem {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** Two different names, `a` before `b` in code-unit order. */
export interface SimilarPair {
  readonly a: string;
  readonly b: string;
}

export type SimilarityThresholds = Pick<CuratorConfig, "name_overlap" | "description_overlap">;

/** Finds the pairs that single-link clustering joins; each pair once, in any order. Replaceable as a whole. */
export type PairSource = (
  items: readonly SimilarityItem[],
  thresholds: SimilarityThresholds,
) => readonly SimilarPair[];

/**
 * Returns every pair whose names overlap by `name_overlap` or whose descriptions overlap by
 * `description_overlap`, exactly, through an inverted index instead of all pairs. Sorted by name; independent of
 * the order of items. A threshold of 0 or less pairs everything. CONTRACTS 6.3.
 */
export const similarPairs: PairSource = (items, thresholds) => {
  const sorted = [...items].sort((x, y) => compareText(x.name, y.name));
  const found = new PairSet(sorted.length);
  const texts = [
    [sorted.map((item) => item.name), thresholds.name_overlap],
    [sorted.map((item) => item.description), thresholds.description_overlap],
  ] as const;
  for (const [values, threshold] of texts) {
    if (threshold <= 0) found.addAll();
    else if (threshold <= 1) eachOverlap(buildTokenIndex(values.map(tokenize)), threshold, found.add);
  }
  return found.list((index) => sorted[index]?.name ?? "");
};

/** Unordered pairs of item numbers; one that is added twice is listed once. */
class PairSet {
  readonly #size: number;
  /** A growing list, because a `Set` ends at 2^24 entries. */
  readonly #keys: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  readonly add = (x: number, y: number): void => {
    this.#keys.push(Math.min(x, y) * this.#size + Math.max(x, y));
  };

  addAll(): void {
    for (let x = 0; x < this.#size; x++) for (let y = x + 1; y < this.#size; y++) this.add(x, y);
  }

  list(nameOf: (index: number) => string): readonly SimilarPair[] {
    const pairs: SimilarPair[] = [];
    let last = -1;
    for (const key of Float64Array.from(this.#keys).sort()) {
      if (key !== last) pairs.push({ a: nameOf(Math.floor(key / this.#size)), b: nameOf(key % this.#size) });
      last = key;
    }
    return pairs;
  }
}
