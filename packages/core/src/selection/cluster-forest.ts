const NONE = -1;

/**
 * The forest of single-link components over items 0 … n-1, the most loaded first. Items enter from the last to the
 * first, and each becomes the top of every component it is linked to. So each subtree is a component of the graph
 * without the items above it: taking the most loaded ones out never needs another search.
 */
export class ClusterForest {
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  readonly #sizes: Int32Array;
  /** A way up to the top; NONE at a top. Halved as it is walked. */
  readonly #above: Int32Array;

  constructor(count: number) {
    this.#firstChild = new Int32Array(count).fill(NONE);
    this.#nextSibling = new Int32Array(count).fill(NONE);
    this.#sizes = new Int32Array(count).fill(1);
    this.#above = new Int32Array(count).fill(NONE);
  }

  /** The top of an item's component as of now. */
  topOf(item: number): number {
    const above = this.#above;
    let at = item;
    for (let up = above[at] ?? NONE; up !== NONE; up = above[at] ?? NONE) {
      const further = above[up] ?? NONE;
      if (further === NONE) return up;
      above[at] = further;
      at = further;
    }
    return at;
  }

  /** Puts the component of `other` below `entering`, a top that no later item has entered yet. */
  join(entering: number, other: number): void {
    const top = this.topOf(other);
    if (top === entering) return;
    this.#above[top] = entering;
    this.#nextSibling[top] = this.#firstChild[entering] ?? NONE;
    this.#firstChild[entering] = top;
    this.#sizes[entering] = this.sizeOf(entering) + this.sizeOf(top);
  }

  /** Number of items at and below a top. */
  sizeOf(top: number): number {
    return this.#sizes[top] ?? 0;
  }

  tops(): number[] {
    const tops: number[] = [];
    for (const [item, up] of this.#above.entries()) if (up === NONE) tops.push(item);
    return tops;
  }

  childrenOf(item: number): number[] {
    const children: number[] = [];
    for (
      let child = this.#firstChild[item] ?? NONE;
      child !== NONE;
      child = this.#nextSibling[child] ?? NONE
    ) {
      children.push(child);
    }
    return children;
  }

  /** The items at and below a top. */
  membersOf(top: number): number[] {
    const members: number[] = [top];
    for (const member of members) members.push(...this.childrenOf(member));
    return members;
  }
}

/** Calls `link` for every two of these items that are linked; the same two may come twice. */
export type LinksAmong = (items: readonly number[], link: (one: number, other: number) => void) => void;

/**
 * Returns the components of two to `cap` items. One above the cap keeps its `cap` first items; single link is run again
 * inside them and inside the rest, as often as needed (CONTRACTS 6.3).
 */
export function cappedComponents(forest: ClusterForest, cap: number, linksAmong: LinksAmong): number[][] {
  const found: number[][] = [];
  const pending = forest.tops();
  for (let top = pending.pop(); top !== undefined; top = pending.pop()) {
    if (forest.sizeOf(top) === 1) continue;
    if (forest.sizeOf(top) <= cap) {
      found.push(forest.membersOf(top));
      continue;
    }
    const { kept, rest } = splitComponent(forest, top, cap);
    for (const each of rest) pending.push(each);
    found.push(...componentsOf(kept, linksAmong));
  }
  return found;
}

/** Takes the `cap` first items out; what remains falls into the components under `rest`. */
function splitComponent(forest: ClusterForest, top: number, cap: number) {
  const kept: number[] = [];
  let rest = [top];
  while (kept.length < cap) {
    const next = rest.reduce((one, other) => Math.min(one, other));
    kept.push(next);
    rest = rest.filter((each) => each !== next).concat(forest.childrenOf(next));
  }
  return { kept, rest };
}

function componentsOf(kept: readonly number[], linksAmong: LinksAmong): number[][] {
  const groups = new Map(kept.map((item) => [item, [item]]));
  linksAmong(kept, (one, other) => {
    const [ofOne, ofOther] = [groups.get(one) ?? [], groups.get(other) ?? []];
    if (ofOne === ofOther) return;
    ofOne.push(...ofOther);
    for (const item of ofOther) groups.set(item, ofOne);
  });
  return Array.from(new Set(groups.values())).filter((group) => group.length > 1);
}
