import { expect, test } from "bun:test";
import { hybridPairs, PHRASE_OVERLAP_MIN, type SimilarityItem, shingles } from "@metis-curate/core";
import * as fc from "fast-check";

const LIMITS = { name_overlap: 0.6, description_overlap: 0.7 };
const sentence = fc.constantFrom(
  "open the ledger and sort it by date",
  "walk through the orchard after the first frost",
  "tell the team what was done and why",
  "run every test twice before you push",
  "なにもしない",
);
const items = fc
  .array(fc.array(sentence, { minLength: 0, maxLength: 6 }), { maxLength: 9 })
  .map((bodies): readonly SimilarityItem[] =>
    bodies.map((body, index) => ({ name: `s${index}`, description: "", body: body.join(". ") })),
  );

test("the pairs are exactly those of comparing every body with every other", () => {
  fc.assert(
    fc.property(items, (list) => {
      const expected = list.flatMap((a, index) =>
        list
          .slice(index + 1)
          .filter((b) => isPair(shingles(a.body, 5), shingles(b.body, 5)))
          .map((b) => ({ a: a.name, b: b.name })),
      );
      expect(hybridPairs(list, LIMITS)).toEqual(expected);
    }),
  );
});

test("the order of items changes nothing", () => {
  fc.assert(
    fc.property(items, (list) => {
      expect(hybridPairs([...list].reverse(), LIMITS)).toEqual(hybridPairs(list, LIMITS));
    }),
  );
});

test("of any text every shingle has at most the words asked for, and a text is its own", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 80 }),
      fc.integer({ min: 1, max: 6 }),
      (text, size) => {
        for (const shingle of shingles(text, size)) {
          expect(shingle.split(" ").length).toBeLessThanOrEqual(size);
          expect(shingles(shingle, size)).toEqual(new Set([shingle]));
        }
      },
    ),
  );
});

function isPair(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const small = Math.min(a.size, b.size);
  const shared = a.intersection(b).size;
  return small > 0 && shared >= Math.min(small, 3) && shared / small >= PHRASE_OVERLAP_MIN;
}
