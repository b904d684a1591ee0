import { expect, test } from "bun:test";
import {
  type ClusterItem,
  type ClusterSource,
  clusterSourceOf,
  clusters,
  hybridClusters,
  lexicalClusters,
  overlap,
  PHRASE_OVERLAP_MIN,
  type SimilarityItem,
  shingles,
  tokenize,
} from "@metis-curate/core";
import { overlappingTextArbitrary, seededRandom } from "@metis-curate/testkit";
import * as fc from "fast-check";

type Item = SimilarityItem & ClusterItem;
type Thresholds = Parameters<ClusterSource>[1];
type IsLinked = (a: Item, b: Item, thresholds: Thresholds) => boolean;

const LIMITS: Thresholds = { name_overlap: 0.6, description_overlap: 0.7 };
const LIBRARY_SKILLS = 200;

const isLexicallyLinked: IsLinked = (a, b, limits) =>
  overlap(tokenize(a.name), tokenize(b.name)) >= limits.name_overlap ||
  overlap(tokenize(a.description), tokenize(b.description)) >= limits.description_overlap;

const isLinkedByPhrases: IsLinked = (a, b) => {
  const [one, other] = [phrasesOf(a), phrasesOf(b)];
  const size = Math.min(one.size, other.size);
  const shared = [...one].filter((phrase) => other.has(phrase)).length;
  return size > 0 && shared >= Math.min(size, 3) && shared / size >= PHRASE_OVERLAP_MIN;
};

function phrasesOf({ description, body }: Item): ReadonlySet<string> {
  const own = shingles(body, 5);
  return own.size > 15 ? own : shingles(`${description}\n${body}`, 5);
}

/** Every item compared with every other one. */
function naive(items: readonly Item[], limits: Thresholds, isLinked: IsLinked, cap?: number) {
  const pairs = items.flatMap((a, at) =>
    items
      .slice(at + 1)
      .filter((b) => isLinked(a, b, limits))
      .map((b) => ({ a: a.name, b: b.name })),
  );
  return clusters(items, pairs, cap);
}

const loads = fc.integer({ min: 0, max: 3 });
const lexicalItems = fc
  .array(fc.tuple(overlappingTextArbitrary(), overlappingTextArbitrary(), loads), { maxLength: 24 })
  .map((list): readonly Item[] =>
    list.map(([name, description, count], at) => ({
      name: `${name} ${"q".repeat(at + 1)}`,
      description,
      body: "",
      loads: count,
    })),
  );
const thresholds = fc.record({
  name_overlap: fc.constantFrom(-1, 0, 0.3, 0.5, 0.6, 2 / 3, 0.7, 1, 1.5),
  description_overlap: fc.constantFrom(0, 0.1, 0.6, 0.7, 0.75, 1, 2),
});

test("clusters of a library are those of comparing everything with everything, for every cap", () => {
  fc.assert(
    fc.property(lexicalItems, thresholds, fc.integer({ min: 2, max: 6 }), (items, limits, cap) => {
      expect(lexicalClusters(items, limits, cap)).toEqual(naive(items, limits, isLexicallyLinked, cap));
    }),
  );
});

test("the order of items changes nothing", () => {
  fc.assert(
    fc.property(lexicalItems, (items) => {
      expect(lexicalClusters(items.toReversed(), LIMITS)).toEqual(lexicalClusters(items, LIMITS));
    }),
  );
});

const sentence = fc.constantFrom(
  "open the ledger and sort it by date",
  "walk through the orchard after the first frost",
  "tell the team what was done and why",
  "run every test twice before you push",
  "なにもしない",
  "a b",
);
const hybridItems = fc
  .array(fc.tuple(fc.array(sentence, { maxLength: 6 }), sentence, loads), { maxLength: 12 })
  .map((list): readonly Item[] =>
    list.map(([body, description, count], at) => ({
      name: `s${at}`,
      description,
      body: body.join(". "),
      loads: count,
    })),
  );

test("clusters by phrases are those of comparing every body with every other", () => {
  fc.assert(
    fc.property(hybridItems, fc.integer({ min: 2, max: 6 }), (items, cap) => {
      expect(hybridClusters(items, LIMITS, cap)).toEqual(naive(items, LIMITS, isLinkedByPhrases, cap));
    }),
  );
});

/** Words drawn as people use them: few often, most rarely. Small vocabularies make one large component. */
function wordyLibrary(seed: number, vocabulary: number): readonly Item[] {
  const random = seededRandom(seed);
  const word = () => `w${Math.floor(vocabulary ** (random.between(0, 9_999) / 10_000))}`;
  const words = (count: number) => Array.from({ length: count }, word);
  return Array.from({ length: LIBRARY_SKILLS }, (_, at) => ({
    name: `${words(random.between(1, 4)).join("-")}-${at}`,
    description: words(random.between(0, 9)).join(" "),
    body: words(random.between(4, 60)).join(" "),
    loads: random.between(0, 5),
  }));
}

/** One wording with one word of its own: each skill is alike to each. */
function templateLibrary(): readonly Item[] {
  return Array.from({ length: LIBRARY_SKILLS }, (_, at) => ({
    name: `job-${at}`,
    description: `Handles the ${at} workflow of ${at % 2 === 0 ? "our" : "their"} team`,
    body: `Handles the ${at} workflow of our team and says so`,
    loads: at % 7,
  }));
}

test.each([
  ["three words", wordyLibrary(1, 3)],
  ["thirty words", wordyLibrary(2, 30)],
  ["three hundred words", wordyLibrary(3, 300)],
  ["ten thousand words", wordyLibrary(4, 10_000)],
  ["one template", templateLibrary()],
])("a library of %s has the clusters of comparing all with all", (_, items) => {
  for (const limits of [LIMITS, { name_overlap: 2, description_overlap: 0.4 }]) {
    expect(lexicalClusters(items, limits)).toEqual(naive(items, limits, isLexicallyLinked));
  }
  expect(hybridClusters(items, LIMITS)).toEqual(naive(items, LIMITS, isLinkedByPhrases));
});

test("the configuration names the evidence", () => {
  expect(clusterSourceOf({ similarity: "lexical" })).toBe(lexicalClusters);
  expect(clusterSourceOf({ similarity: "hybrid" })).toBe(hybridClusters);
});
