import { type LexicalEvidence, lexicalEvidence } from "./lexical-evidence.ts";
import type { RankInput, Ranking, SkillRanker } from "./skill-ranker.ts";
import { clampShare } from "./term-weights.ts";

const WHY_MAX = 8;
/** Cosine that unrelated texts reach, and what it takes from there to a paraphrase. */
const COSINE_FLOOR = 0.3;
const COSINE_SPAN = 0.5;
/** Coverage at which words alone say that a skill fits as well as can be. */
const COVERAGE_FULL = 0.8;
/** Share of the meaning in the order of skills. */
const SEMANTIC_SHARE = 0.5;

/** Ranks by words (BM25F) and, where there are vectors, by meaning; says apart from it how well the first fits. */
export const defaultRanker: SkillRanker = (input: RankInput): Ranking => {
  const lexical = lexicalEvidence(input);
  const strongest = Math.max(0, ...lexical.map(({ score }) => score));
  const rated = input.candidates
    .map((candidate, index) => rate(lexical[index], strongest, candidate.cosines))
    .filter((skill) => skill !== null)
    .sort((a, b) => b.relevance - a.relevance || (a.name < b.name ? -1 : 1));
  return {
    skills: rated.map(({ name, relevance, why }) => ({ name, relevance, why })),
    fit: rated[0]?.fit ?? 0,
  };
};

interface Rated {
  readonly name: string;
  readonly relevance: number;
  readonly fit: number;
  readonly why: readonly string[];
}

function rate(
  evidence: LexicalEvidence | undefined,
  strongest: number,
  cosines: readonly number[],
): Rated | null {
  if (evidence === undefined) return null;
  const words = strongest === 0 ? 0 : evidence.score / strongest;
  const cosine = cosines.length === 0 ? null : Math.max(...cosines);
  const meaning = cosine === null ? 0 : clampShare((cosine - COSINE_FLOOR) / COSINE_SPAN);
  const relevance = cosine === null ? words : (1 - SEMANTIC_SHARE) * words + SEMANTIC_SHARE * meaning;
  const said = clampShare(evidence.coverage / COVERAGE_FULL);
  return {
    name: evidence.name,
    relevance: clampShare(relevance),
    fit: clampShare(1 - (1 - said) * (1 - meaning)),
    why: evidence.why.slice(0, WHY_MAX),
  };
}
