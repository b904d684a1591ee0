import { clusters, hybridClusters, lexicalClusters, overlap, tokenize } from "@metis-curate/core";
import { type MadeSkill, madeLibrary } from "../clustering/made-library.ts";
import type { BenchRow, PreparedRow } from "../table/bench-row.ts";

const THRESHOLDS = { name_overlap: 0.6, description_overlap: 0.7 };
const ROUNDS = 3;
const BODY_WORDS = 120;

export const clusteringRows: readonly BenchRow[] = [
  {
    key: "cluster",
    what: "cluster skills by words",
    floor: "tokenising them once",
    aim: "≤ 5; growth ≤ 1.2",
    sizes: [1_000, 10_000, 100_000],
    prepare: async (skills) => {
      const library = madeLibrary({ skills, bodyWords: 0, seed: 1 });
      return pair(
        () => lexicalClusters(library, THRESHOLDS),
        () => tokenizeAll(library, false),
      );
    },
  },
  {
    key: "cluster-hybrid",
    what: "cluster skills by phrases",
    floor: "tokenising them once",
    aim: "≤ 5; growth ≤ 1.2",
    sizes: [1_000, 10_000],
    prepare: async (skills) => {
      const library = madeLibrary({ skills, bodyWords: BODY_WORDS, seed: 1 });
      return pair(
        () => hybridClusters(library, THRESHOLDS),
        () => tokenizeAll(library, true),
      );
    },
  },
  {
    key: "cluster-naive",
    what: "peer: all pairs compared",
    floor: "cluster skills by words",
    aim: "",
    sizes: [500, 2_000],
    prepare: async (skills) => {
      const library = madeLibrary({ skills, bodyWords: 0, seed: 1 });
      return pair(
        () => naive(library),
        () => lexicalClusters(library, THRESHOLDS),
      );
    },
  },
];

function pair(ours: () => unknown, floorWork: () => unknown): PreparedRow {
  return { rounds: ROUNDS, ours, floorWork, dispose: () => {} };
}

function tokenizeAll(library: readonly MadeSkill[], bodies: boolean): number {
  let tokens = 0;
  for (const { name, description, body } of library) {
    tokens += tokenize(name).size + tokenize(description).size + (bodies ? tokenize(body).size : 0);
  }
  return tokens;
}

function naive(library: readonly MadeSkill[]): unknown {
  const sets = library.map(({ name, description }) => [tokenize(name), tokenize(description)] as const);
  const pairs = library.flatMap((a, at) =>
    library.slice(at + 1).flatMap((b, next) => {
      const [one, other] = [sets[at], sets[at + 1 + next]];
      if (one === undefined || other === undefined) return [];
      const isAlike =
        overlap(one[0], other[0]) >= THRESHOLDS.name_overlap ||
        overlap(one[1], other[1]) >= THRESHOLDS.description_overlap;
      return isAlike ? [{ a: a.name, b: b.name }] : [];
    }),
  );
  return clusters(library, pairs);
}
