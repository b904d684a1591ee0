import { type CosineEvidence, cosineEvidence } from "./cosine-evidence.ts";
import { fitOf } from "./fit.ts";
import { type LexicalEvidence, lexicalEvidence } from "./lexical-evidence.ts";
import { phraseMatch } from "./phrase-match.ts";
import type { RankInput, Ranking, SkillRanker } from "./skill-ranker.ts";
import { clampShare } from "./term-weights.ts";

const WHY_MAX = 8;
/** Skills at the top of which the best fitting says whether any fits. */
const FIT_LOOKED_AT = 3;

/** One way to look at a skill; it counts by its share of the strongest candidate's, squared. */
interface View {
  readonly weight: number;
  /** Null where the skill has nothing to look at. */
  of(evidence: Evidence): number | null;
}

const VIEWS: readonly View[] = [
  { weight: 0.25, of: ({ lexical }) => lexical.score },
  { weight: 0.1, of: ({ lexical }) => lexical.spelling },
  { weight: 0.18, of: ({ cosine }) => cosine?.whole ?? null },
  { weight: 0.22, of: ({ cosine }) => cosine?.words ?? null },
  { weight: 0.25, of: ({ cosine }) => cosine?.phrase ?? null },
];

interface Evidence {
  readonly index: number;
  readonly name: string;
  readonly lexical: LexicalEvidence;
  readonly cosine: CosineEvidence | null;
}

/**
 * Ranks by words (BM25F), by spelling, and where there are vectors by the meaning of the whole, of its content words and
 * of its nearest phrase: each view relative to its strongest candidate, so that one setting serves libraries in which
 * words tell more and such in which meaning does. Says apart from it how well the best of the first three fits.
 */
export const defaultRanker: SkillRanker = (input: RankInput): Ranking => {
  const evidence = gather(input);
  const strongest = VIEWS.map((view) => Math.max(0, ...evidence.map((one) => view.of(one) ?? 0)));
  const rated = evidence
    .map((one) => ({ ...one, relevance: relevanceOf(one, strongest) }))
    .sort((a, b) => b.relevance - a.relevance || (a.name < b.name ? -1 : 1));
  const task = new Set(input.task.words.map(({ term }) => term));
  return {
    skills: rated.map(({ name, relevance, lexical }) => ({
      name,
      relevance,
      why: lexical.why.slice(0, WHY_MAX),
    })),
    fit: Math.max(0, ...rated.slice(0, FIT_LOOKED_AT).map((one) => fitIn(one, task, input))),
  };
};

function gather(input: RankInput): readonly Evidence[] {
  const lexical = lexicalEvidence(input);
  return input.candidates.flatMap(({ row, cosines }, index) => {
    const words = lexical[index];
    return words === undefined
      ? []
      : [{ index, name: row.name, lexical: words, cosine: cosineEvidence(cosines) }];
  });
}

/** The weighted mean over the views that there are. */
function relevanceOf(evidence: Evidence, strongest: readonly number[]): number {
  let sum = 0;
  let weights = 0;
  for (const [at, view] of VIEWS.entries()) {
    const value = view.of(evidence);
    if (value === null) continue;
    const most = strongest[at] ?? 0;
    sum += most === 0 ? 0 : view.weight * (value / most) ** 2;
    weights += view.weight;
  }
  return clampShare(sum / weights);
}

function fitIn({ index, lexical, cosine }: Evidence, task: ReadonlySet<string>, input: RankInput): number {
  const row = input.candidates[index]?.row;
  if (row === undefined) return 0;
  const phrase = phraseMatch(row, task, input.statistics);
  return fitOf({ coverage: lexical.coverage, phrase, cosine }, input.model);
}
