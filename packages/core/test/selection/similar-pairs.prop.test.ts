import { expect, test } from "bun:test";
import { overlap, type SimilarityItem, similarPairs, tokenize } from "@metis-curate/core";
import { overlappingTextArbitrary } from "@metis-curate/testkit";
import * as fc from "fast-check";

const items = fc
  .array(fc.tuple(overlappingTextArbitrary(), overlappingTextArbitrary()), { maxLength: 14 })
  .map((texts): readonly SimilarityItem[] =>
    texts.map(([name, description], index) => ({
      name: `${name} ${"q".repeat(index + 1)}`,
      description,
      body: "",
    })),
  );
const thresholds = fc.record({
  name_overlap: fc.constantFrom(0, 0.3, 0.5, 0.6, 2 / 3, 0.7, 1),
  description_overlap: fc.constantFrom(0.1, 0.6, 0.7, 0.75, 1),
});

test("the pairs are exactly those of comparing everything with everything", () => {
  fc.assert(
    fc.property(items, thresholds, (list, limits) => {
      expect(similarPairs(list, limits)).toEqual(allPairs(list, limits));
    }),
  );
});

test("the order of items changes nothing", () => {
  fc.assert(
    fc.property(items, thresholds, (list, limits) => {
      expect(similarPairs([...list].reverse(), limits)).toEqual(similarPairs(list, limits));
    }),
  );
});

function allPairs(list: readonly SimilarityItem[], limits: Parameters<typeof similarPairs>[1]) {
  const sorted = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((left, index) =>
    sorted
      .slice(index + 1)
      .filter(
        (right) =>
          overlap(tokenize(left.name), tokenize(right.name)) >= limits.name_overlap ||
          overlap(tokenize(left.description), tokenize(right.description)) >= limits.description_overlap,
      )
      .map((right) => ({ a: left.name, b: right.name })),
  );
}
