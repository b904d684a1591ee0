import { compareText } from "./order.ts";
import type { SimilarPair } from "./similar-pairs.ts";

export const CLUSTER_SIZE_MAX = 5;

export interface ClusterItem {
  readonly name: string;
  readonly loads: number;
}

/**
 * One item in the forest of single-link components: `children` are the tops of what the component falls into
 * when this item, its most loaded one, is taken out.
 */
interface Node {
  readonly name: string;
  readonly rank: number;
  readonly children: Node[];
  size: number;
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
  const ranked = rankItems(items);
  const neighbours = neighboursOf(ranked, pairs);
  const found: string[][] = [];
  const pending = componentTops(ranked, neighbours);
  for (let top = pending.pop(); top !== undefined; top = pending.pop()) {
    if (top.size > cap) {
      const { kept, rest } = splitComponent(top, cap);
      pending.push(...rest);
      found.push(...componentTops(kept, neighbours).map(namesOf));
    } else {
      found.push(namesOf(top));
    }
  }
  return found
    .filter((names) => names.length > 1)
    .map((names) => names.sort(compareText))
    .sort((a, b) => compareText(a[0] ?? "", b[0] ?? ""));
}

/** Names from most to least loaded; the place in this list is the rank. */
function rankItems(items: readonly ClusterItem[]): readonly string[] {
  const sorted = [...items].sort((a, b) => b.loads - a.loads || compareText(a.name, b.name));
  return Array.from(new Set(sorted.map((item) => item.name)));
}

function neighboursOf(
  ranked: readonly string[],
  pairs: readonly SimilarPair[],
): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map<string, string[]>(ranked.map((name) => [name, []]));
  for (const { a, b } of pairs) {
    const ofA = neighbours.get(a);
    const ofB = neighbours.get(b);
    if (a === b || ofA === undefined || ofB === undefined) continue;
    ofA.push(b);
    ofB.push(a);
  }
  return neighbours;
}

/**
 * Returns the top of each component. Items enter from the least loaded to the most loaded and become the top of
 * every component they touch, so each subtree is a component of the graph without the items above it: taking
 * the most loaded ones out never needs another search.
 */
function componentTops(
  ranked: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): Node[] {
  const entered = new Map<string, Node>();
  const parents = new Map<Node, Node>();
  for (let rank = ranked.length - 1; rank >= 0; rank--) {
    const name = ranked[rank] ?? "";
    const node: Node = { name, rank, children: [], size: 1 };
    for (const neighbour of neighbours.get(name) ?? []) {
      const other = entered.get(neighbour);
      const top = other === undefined ? node : topOf(parents, other);
      if (top === node) continue;
      parents.set(top, node);
      node.children.push(top);
      node.size += top.size;
    }
    entered.set(name, node);
  }
  const joined = new Set(Array.from(entered.values()).flatMap((node) => node.children));
  return Array.from(entered.values()).filter((node) => !joined.has(node));
}

/** The top above a node, with path halving so that chains stay short. */
function topOf(parents: Map<Node, Node>, start: Node): Node {
  let node = start;
  for (let parent = parents.get(node); parent !== undefined; parent = parents.get(node)) {
    const grandparent = parents.get(parent);
    if (grandparent !== undefined) parents.set(node, grandparent);
    node = grandparent ?? parent;
  }
  return node;
}

/** Takes the `cap` most loaded names out; what remains falls into the components under `rest`. */
function splitComponent(top: Node, cap: number): { readonly kept: readonly string[]; readonly rest: Node[] } {
  const kept: string[] = [];
  let rest = [top];
  while (kept.length < cap) {
    const next = rest.reduce((a, b) => (b.rank < a.rank ? b : a));
    kept.push(next.name);
    rest = rest.filter((node) => node !== next).concat(next.children);
  }
  return { kept, rest };
}

function namesOf(top: Node): string[] {
  const names: string[] = [];
  const pending = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    names.push(node.name);
    pending.push(...node.children);
  }
  return names;
}
