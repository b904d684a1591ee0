import { INDEX_FIELDS, type IndexCandidate, type IndexField } from "../../ports/skill-index.ts";
import type { TaskWord } from "../terms/task-terms.ts";
import { gramsOf } from "../terms/word-grams.ts";
import type { RankInput } from "./skill-ranker.ts";
import { clampShare, inverseFrequency } from "./term-weights.ts";

/** How much a field counts, and how strongly its length is discounted (BM25F, Robertson, Zaragoza, Taylor 2004). */
const FIELDS: readonly { readonly field: IndexField; readonly weight: number; readonly b: number }[] = [
  { field: "name", weight: 2, b: 0.5 },
  { field: "trigger", weight: 1, b: 0.75 },
  { field: "description", weight: 1, b: 0.75 },
  { field: "headings", weight: 0.1, b: 0.75 },
  { field: "body", weight: 0.05, b: 0.75 },
];
const SATURATION = 1.2;
/** Fields that say what a skill is for; bodies blur "no skill fits". */
const PURPOSE: ReadonlySet<IndexField> = new Set(["name", "trigger", "description"]);
/** Share of a word's trigrams that the skill must have in common before it counts as the same word misspelt. */
const ALIKE_MIN = 0.6;
/** What a misspelt word is worth beside an exact one. */
const ALIKE_WORTH = 0.7;

/** What the words of a task say about one skill. */
export interface LexicalEvidence {
  /** BM25F with near-words, not negative. */
  readonly score: number;
  /** Cosine of the character trigrams of task and purpose, 0..1. */
  readonly spelling: number;
  /** Share of the task's rarity that the purpose of the skill speaks of, 0..1. */
  readonly coverage: number;
  /** The strongest first. */
  readonly why: readonly string[];
}

/** Returns the lexical evidence of every candidate, in their order. */
export function lexicalEvidence(input: RankInput): readonly LexicalEvidence[] {
  const words = input.task.words.map((word) => ({
    word,
    idf: inverseFrequency(word.term, input.statistics),
    grams: gramsOf(word.shown),
  }));
  const query: WeighedTask = {
    words,
    rarity: words.reduce((sum, { idf }) => sum + idf, 0),
    grams: [...new Set(words.flatMap(({ grams }) => grams))],
    averages: averageLengths(input),
  };
  return input.candidates.map((candidate) => evidenceOf(candidate, query));
}

interface WeighedWord {
  readonly word: TaskWord;
  readonly idf: number;
  readonly grams: readonly string[];
}

interface WeighedTask {
  readonly words: readonly WeighedWord[];
  readonly rarity: number;
  readonly grams: readonly string[];
  readonly averages: ReadonlyMap<IndexField, number>;
}

function evidenceOf(
  candidate: IndexCandidate,
  { words, rarity, grams, averages }: WeighedTask,
): LexicalEvidence {
  const hits: { readonly shown: string; readonly score: number }[] = [];
  let covered = 0;
  for (const { word, idf, grams: own } of words) {
    const counts = candidate.counts.get(word.term);
    const exact = counts === undefined ? 0 : weightedCount(candidate, counts, averages);
    const alike = exact > 0 ? 0 : alikeness(candidate, own);
    const score = idf * (exact > 0 ? exact / (exact + SATURATION) : alike * ALIKE_WORTH * 0.5);
    covered += idf * (isOfPurpose(counts) ? 1 : alike * ALIKE_WORTH);
    if (score > 0) hits.push({ shown: word.shown, score });
  }
  hits.sort((a, b) => b.score - a.score);
  return {
    score: hits.reduce((sum, { score }) => sum + score, 0),
    spelling: gramCosine(candidate, grams),
    coverage: rarity === 0 ? 0 : clampShare(covered / rarity),
    why: hits.map(({ shown }) => shown),
  };
}

function weightedCount(
  { lengths }: IndexCandidate,
  counts: readonly number[],
  averages: ReadonlyMap<IndexField, number>,
): number {
  let sum = 0;
  for (const { field, weight, b } of FIELDS) {
    const count = counts[INDEX_FIELDS.indexOf(field)] ?? 0;
    if (count === 0) continue;
    const average = averages.get(field) ?? 0;
    const relative = average === 0 ? 1 : lengths[field] / average;
    sum += (weight * count) / (1 - b + b * relative);
  }
  return sum;
}

function gramCosine({ counts, lengths }: IndexCandidate, grams: readonly string[]): number {
  const size = grams.length * lengths.grams;
  return size === 0 ? 0 : clampShare(countShared(counts, grams) / Math.sqrt(size));
}

/** 0, or the share of the word's trigrams found in the skill's name and description. */
function alikeness({ counts }: IndexCandidate, grams: readonly string[]): number {
  if (grams.length === 0) return 0;
  const share = countShared(counts, grams) / grams.length;
  return share < ALIKE_MIN ? 0 : share;
}

function countShared(counts: IndexCandidate["counts"], grams: readonly string[]): number {
  let shared = 0;
  for (const gram of grams) if (counts.has(gram)) shared++;
  return shared;
}

function isOfPurpose(counts: readonly number[] | undefined): boolean {
  return counts?.some((count, index) => count > 0 && isPurposeField(INDEX_FIELDS[index])) === true;
}

function isPurposeField(field: IndexField | undefined): boolean {
  return field !== undefined && PURPOSE.has(field);
}

function averageLengths({ statistics }: RankInput): ReadonlyMap<IndexField, number> {
  const { documents, fieldTerms } = statistics;
  return new Map(INDEX_FIELDS.map((field) => [field, documents === 0 ? 0 : fieldTerms[field] / documents]));
}
