import { expect, test } from "bun:test";
import { type ClusterItem, clusters, type SimilarPair } from "@metis-curate/core";
import { clusterGraphArbitrary } from "@metis-curate/testkit";
import * as fc from "fast-check";

/** The contract word by word: closure, cut, closure of both halves, again. */
function naiveClusters(
  items: readonly ClusterItem[],
  pairs: readonly SimilarPair[],
  cap: number,
): string[][] {
  return naiveComponents(items, pairs).flatMap((component) => {
    if (component.length <= cap) return [component.map(({ name }) => name).sort()];
    const ranked = [...component].sort((a, b) => b.loads - a.loads || (a.name < b.name ? -1 : 1));
    return [ranked.slice(0, cap), ranked.slice(cap)].flatMap((half) => naiveClusters(half, pairs, cap));
  });
}

function naiveComponents(items: readonly ClusterItem[], pairs: readonly SimilarPair[]): ClusterItem[][] {
  const linked = (a: ClusterItem, b: ClusterItem): boolean =>
    pairs.some((pair) => [a.name, b.name].includes(pair.a) && [a.name, b.name].includes(pair.b));
  let components: ClusterItem[][] = [];
  for (const item of items) {
    const touched = components.filter((component) => component.some((member) => linked(member, item)));
    components = [
      ...components.filter((component) => !touched.includes(component)),
      [...touched.flat(), item],
    ];
  }
  return components;
}

const sortLists = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  [...lists].sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));

test("clusters are what the contract's own words give, for every cap", () => {
  fc.assert(
    fc.property(clusterGraphArbitrary(), fc.integer({ min: 2, max: 6 }), ({ items, pairs }, cap) => {
      const naive = naiveClusters(items, pairs, cap).filter((names) => names.length > 1);
      expect(clusters(items, pairs, cap)).toEqual(sortLists(naive));
    }),
  );
});

test("without a cap clusters are the transitive closure", () => {
  fc.assert(
    fc.property(clusterGraphArbitrary(), ({ items, pairs }) => {
      const closure = naiveComponents(items, pairs)
        .map((component) => component.map(({ name }) => name).sort())
        .filter((names) => names.length > 1);
      expect(clusters(items, pairs, items.length + 1)).toEqual(sortLists(closure));
    }),
  );
});

test("no item is in two clusters and each has two to five members that are linked", () => {
  fc.assert(
    fc.property(clusterGraphArbitrary(), ({ items, pairs }) => {
      const found = clusters(items, pairs);
      expect(new Set(found.flat()).size).toBe(found.flat().length);
      for (const names of found) {
        expect(names.length).toBeWithin(2, 6);
        const members = items.filter(({ name }) => names.includes(name));
        expect(naiveComponents(members, pairs)).toHaveLength(1);
      }
    }),
  );
});

test("the order of items and pairs changes nothing", () => {
  fc.assert(
    fc.property(clusterGraphArbitrary(), ({ items, pairs }) => {
      const reversed = [...pairs].reverse().map(({ a, b }) => ({ a: b, b: a }));
      expect(clusters([...items].reverse(), reversed)).toEqual(clusters(items, pairs));
    }),
  );
});
