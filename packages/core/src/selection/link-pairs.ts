import type { Evidence } from "./evidence.ts";
import { LinkSearch } from "./link-search.ts";
import { compareText } from "./order.ts";
import type { PairSource, SimilarPair } from "./similar-pairs.ts";

/** Lists every pair that this evidence links, by name; independent of the order of items. */
export function pairsBy(evidence: Evidence): PairSource {
  return (items, thresholds) => {
    const sorted = [...items].sort((x, y) => compareText(x.name, y.name));
    const found = new PairSet(sorted.length);
    const rules = evidence(sorted, thresholds);
    if (rules === "all") found.addAll();
    else {
      for (const rule of rules) {
        // No two items are ever in one component, so each link is found.
        const search = new LinkSearch(rule, { topOf: (item) => item, join: found.add });
        for (const item of sorted.keys()) search.enter(item);
      }
    }
    return found.list((index) => sorted[index]?.name ?? "");
  };
}

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
