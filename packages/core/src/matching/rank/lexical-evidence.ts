import { INDEX_FIELDS, type IndexCandidate, type IndexField } from "../../ports/skill-index.ts";
import type { TaskWord } from "../terms/task-terms.ts";
import { gramsOf } from "../terms/word-grams.ts";
import type { RankInput } from "./skill-ranker.ts";
import { clampShare, inverseFrequency } from "./term-weights.ts";

/** How much a field counts, and how strongly its length is discounted (BM25F, Robertson, Zaragoza, Taylor 2004). */
const FIELDS: readonly { readonly field: IndexField; readonly weight: number; readonly b: number }[] = [
  { field: "name", weight: 4, b: 0.3 },
  { field: "trigger", weight: 1.5, b: 0.5 },
  { field: "description", weight: 2.5, b: 0.6 },
  { field: "headings", weight: 0.8, b: 0.7 },
  { field: "body", weight: 0.4, b: 0.8 },
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
  readonly name: string;
  /** BM25F with near-words, not negative. */
  readonly score: number;
  /** Share of the task's rarity that the purpose of the skill speaks of, 0..1. */
  readonly coverage: number;
  readonly why: readonly string[];
}

/** Returns the lexical evidence of every candidate, in their order. */
export function lexicalEvidence(input: RankInput): readonly LexicalEvidence[] {
  const words = input.task.words.map((word) => ({
    word,
    idf: inverseFrequency(word.term, input.statistics),
    grams: gramsOf(word.shown),
  }));
  const total = words.reduce((sum, { idf }) => sum + idf, 0);
  const averages = averageLengths(input);
  return input.candidates.map((candidate) => evidenceOf(candidate, words, total, averages));
}

interface WeighedWord {
  readonly word: TaskWord;
  readonly idf: number;
  readonly grams: readonly string[];
}

function evidenceOf(
  candidate: IndexCandidate,
  words: readonly WeighedWord[],
  total: number,
  averages: ReadonlyMap<IndexField, number>,
): LexicalEvidence {
  const hits: { readonly shown: string; readonly score: number }[] = [];
  let covered = 0;
  for (const { word, idf, grams } of words) {
    const counts = candidate.counts.get(word.term);
    const exact = counts === undefined ? 0 : weightedCount(candidate, counts, averages);
    const alike = exact > 0 ? 0 : alikeness(candidate, grams);
    const score = idf * (exact > 0 ? exact / (exact + SATURATION) : alike * ALIKE_WORTH * 0.5);
    covered += idf * (isOfPurpose(counts) ? 1 : alike * ALIKE_WORTH);
    if (score > 0) hits.push({ shown: word.shown, score });
  }
  hits.sort((a, b) => b.score - a.score);
  return {
    name: candidate.row.name,
    score: hits.reduce((sum, { score }) => sum + score, 0),
    coverage: total === 0 ? 0 : clampShare(covered / total),
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

/** 0, or the share of the word's trigrams found in the skill's name and description. */
function alikeness({ counts }: IndexCandidate, grams: readonly string[]): number {
  const [beginning] = grams;
  // A slip of the finger seldom spoils the beginning; "bread" is not "read".
  if (beginning === undefined || !counts.has(beginning)) return 0;
  let shared = 0;
  for (const gram of grams) if (counts.has(gram)) shared++;
  const share = shared / grams.length;
  return share < ALIKE_MIN ? 0 : share;
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
