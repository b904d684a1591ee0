import {
  CLUSTER_SIZE_MAX,
  clusters,
  DEFAULT_CONFIG,
  hybridPairs,
  type PairSource,
  pairSourceOf,
  type SimilarPair,
  shingles,
  similarPairs,
} from "@metis-curate/core";
import type { FamilySkill } from "./read-families.ts";

export interface PairFigures {
  readonly pairs: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Pairs that lie in one cluster of at most five, which is what a model is asked about. */
  readonly clustered: { readonly pairs: number; readonly precision: number; readonly recall: number };
}

export interface PairReport {
  readonly skills: number;
  /** Pairs of one family. */
  readonly labelled: number;
  readonly rules: Readonly<Record<string, PairFigures>>;
  /** The best that any threshold over the share of common phrases could do: to judge the fixed one by. */
  readonly hybridRecallAtPrecision90: number;
  /** Pairs on which label and text disagree. */
  readonly disputed: readonly Dispute[];
}

export interface Dispute extends SimilarPair {
  readonly labelled: boolean;
  /** Share of the five-word phrases of the shorter body. */
  readonly share: number;
}

const PHRASE_WORDS = 5;
/** The first seed's thresholds. */
const SEED = { name_overlap: 0.6, description_overlap: 0.7 };
const RULES: Readonly<Record<string, readonly [PairSource, typeof SEED]>> = {
  "first seed": [similarPairs, SEED],
  "shipped default": [pairSourceOf(DEFAULT_CONFIG), DEFAULT_CONFIG],
  hybrid: [hybridPairs, DEFAULT_CONFIG],
};

/** Returns how the rules of near-duplicates do on labelled skills. */
export function pairReport(skills: readonly FamilySkill[]): PairReport {
  const labels = labelledPairs(skills);
  const found = Object.entries(RULES).map(
    ([name, [source, limits]]) => [name, source(skills, limits)] as const,
  );
  const shares = phraseShares(skills);
  const hybrid = new Set(hybridPairs(skills, SEED).map(keyOf));
  return {
    skills: skills.length,
    labelled: labels.size,
    rules: Object.fromEntries(found.map(([name, pairs]) => [name, pairFigures(skills, pairs, labels)])),
    hybridRecallAtPrecision90: recallAtPrecision(shares, labels, 0.9),
    disputed: shares
      .filter((pair) => labels.has(keyOf(pair)) !== hybrid.has(keyOf(pair)))
      .map((pair) => ({ ...pair, labelled: labels.has(keyOf(pair)) })),
  };
}

function pairFigures(
  skills: readonly FamilySkill[],
  pairs: readonly SimilarPair[],
  labels: ReadonlySet<string>,
): PairFigures {
  const loads = skills.map(({ name }) => ({ name, loads: 1 }));
  const together = clusters(loads, pairs, CLUSTER_SIZE_MAX).flatMap(pairsWithin);
  const { precision, recall } = against(pairs, labels);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return {
    pairs: pairs.length,
    precision,
    recall,
    f1,
    clustered: { pairs: together.length, ...against(together, labels) },
  };
}

function against(pairs: readonly SimilarPair[], labels: ReadonlySet<string>) {
  const right = pairs.filter((pair) => labels.has(keyOf(pair))).length;
  return {
    precision: pairs.length === 0 ? 0 : right / pairs.length,
    recall: labels.size === 0 ? 0 : right / labels.size,
  };
}

/** The largest recall at which a threshold on the share still has the precision. */
function recallAtPrecision(
  shares: readonly (SimilarPair & { readonly share: number })[],
  labels: ReadonlySet<string>,
  precision: number,
): number {
  const sorted = shares.toSorted((a, b) => b.share - a.share);
  let right = 0;
  let best = 0;
  for (const [index, pair] of sorted.entries()) {
    if (labels.has(keyOf(pair))) right++;
    const isLastOfItsShare = sorted[index + 1]?.share !== pair.share;
    if (isLastOfItsShare && right / (index + 1) >= precision) best = right / labels.size;
  }
  return best;
}

function labelledPairs(skills: readonly FamilySkill[]): ReadonlySet<string> {
  const families = Map.groupBy(skills, ({ family }) => family);
  return new Set(
    [...families.values()].flatMap((members) => pairsWithin(members.map(({ name }) => name))).map(keyOf),
  );
}

function phraseShares(skills: readonly FamilySkill[]): readonly (SimilarPair & { readonly share: number })[] {
  const sets = new Map(skills.map(({ name, body }) => [name, shingles(body, PHRASE_WORDS)]));
  return pairsWithin([...sets.keys()]).map(({ a, b }) => {
    const [one, other] = [sets.get(a) ?? new Set<string>(), sets.get(b) ?? new Set<string>()];
    const smaller = Math.min(one.size, other.size);
    return { a, b, share: smaller === 0 ? 0 : one.intersection(other).size / smaller };
  });
}

function pairsWithin(names: readonly string[]): readonly SimilarPair[] {
  const sorted = names.toSorted();
  return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => ({ a, b })));
}

function keyOf({ a, b }: SimilarPair): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
