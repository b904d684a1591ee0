import { ClusterForest, cappedComponents, type LinksAmong } from "./cluster-forest.ts";
import { compareText } from "./order.ts";
import type { SimilarPair } from "./similar-pairs.ts";

export const CLUSTER_SIZE_MAX = 5;

export interface ClusterItem {
  readonly name: string;
  readonly loads: number;
}

/**
 * Returns the single-link clusters of two to `cap` items, each by name, the list by first name. A component above
 * the cap keeps its `cap` most loaded items (ties by name); single link is run again inside them and inside the
 * rest, as often as needed; singles drop out. Independent of the order of items and pairs; pairs that name an
 * unknown item are ignored. CONTRACTS 6.3.
 */
export function clusters(
  items: readonly ClusterItem[],
  pairs: readonly SimilarPair[],
  cap: number = CLUSTER_SIZE_MAX,
): readonly (readonly string[])[] {
  const names = Array.from(new Set(mostLoadedFirst(items).map(({ name }) => name)));
  const neighbours = neighboursOf(names, pairs);
  const forest = new ClusterForest(names.length);
  for (let item = names.length - 1; item >= 0; item--) {
    for (const other of neighbours[item] ?? []) if (other > item) forest.join(item, other);
  }
  return namedClusters(cappedComponents(forest, cap, linksOf(neighbours)), names);
}

/** The items from most to least loaded, ties by name. */
export function mostLoadedFirst<T extends ClusterItem>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => b.loads - a.loads || compareText(a.name, b.name));
}

/** Clusters of numbers as clusters of names: each by name, the list by first name. */
export function namedClusters(
  found: readonly (readonly number[])[],
  names: readonly string[],
): readonly (readonly string[])[] {
  return found
    .map((members) => members.map((member) => names[member] ?? "").sort(compareText))
    .sort((a, b) => compareText(a[0] ?? "", b[0] ?? ""));
}

function neighboursOf(names: readonly string[], pairs: readonly SimilarPair[]): readonly number[][] {
  const numbers = new Map(names.map((name, item) => [name, item]));
  const neighbours: number[][] = names.map(() => []);
  for (const { a, b } of pairs) {
    const [one, other] = [numbers.get(a), numbers.get(b)];
    if (one === undefined || other === undefined || one === other) continue;
    neighbours[one]?.push(other);
    neighbours[other]?.push(one);
  }
  return neighbours;
}

function linksOf(neighbours: readonly (readonly number[])[]): LinksAmong {
  return (items, link) => {
    const chosen = new Set(items);
    for (const item of items) {
      for (const other of neighbours[item] ?? []) if (chosen.has(other)) link(item, other);
    }
  };
}
