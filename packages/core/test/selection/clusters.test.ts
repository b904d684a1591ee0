import { expect, test } from "bun:test";
import { type ClusterItem, clusters, type SimilarPair } from "@metis-curate/core";

const items = (loads: Readonly<Record<string, number>>): readonly ClusterItem[] =>
  Object.entries(loads).map(([name, count]) => ({ name, loads: count }));
const chain = (names: string): readonly SimilarPair[] =>
  Array.from(names.slice(1), (b, index) => ({ a: names[index] ?? "", b }));

test("single link joins what is only indirectly alike", () => {
  expect(clusters(items({ a: 1, b: 1, c: 1, d: 1 }), chain("abc"))).toEqual([["a", "b", "c"]]);
});

test("five are one cluster", () => {
  expect(clusters(items({ a: 0, b: 0, c: 0, d: 0, e: 0 }), chain("abcde"))).toEqual([
    ["a", "b", "c", "d", "e"],
  ]);
});

test("above five the most loaded stay and the rest is clustered again", () => {
  const loads = items({ a: 9, b: 8, c: 7, d: 6, e: 5, f: 1, g: 1 });
  expect(clusters(loads, chain("abcdefg"))).toEqual([
    ["a", "b", "c", "d", "e"],
    ["f", "g"],
  ]);
});

test("ties go by name, singles drop out", () => {
  const loads = items({ f: 1, a: 1, b: 1, c: 1, d: 1, e: 1 });
  expect(clusters(loads, chain("abcdef"))).toEqual([["a", "b", "c", "d", "e"]]);
});

test("the five are linked again without what held them together", () => {
  // x is the least loaded and the only link between ab and cde.
  const pairs = [...chain("ab"), ...chain("cde"), { a: "b", b: "x" }, { a: "c", b: "x" }];
  expect(clusters(items({ a: 5, b: 5, c: 5, d: 5, e: 5, x: 1 }), pairs)).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});

test("a star around a most loaded centre falls apart into one five", () => {
  const leaves = "abcdefghij";
  const loads = items(Object.fromEntries([["z", 9], ...Array.from(leaves, (name) => [name, 1] as const)]));
  const pairs = Array.from(leaves, (a) => ({ a, b: "z" }));
  expect(clusters(loads, pairs)).toEqual([["a", "b", "c", "d", "z"]]);
});
