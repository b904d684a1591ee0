import type { IndexRow } from "../../ports/skill-index.ts";
import { type CosineEvidence, cosineEvidence } from "./cosine-evidence.ts";
import { fitOf } from "./fit.ts";
import { type LexicalEvidence, lexicalEvidence } from "./lexical-evidence.ts";
import { phraseMatch } from "./phrase-match.ts";
import type { RankInput, Ranking, SkillRanker } from "./skill-ranker.ts";
import { clampShare } from "./term-weights.ts";

const WHY_MAX = 8;
/** Skills at the top whose phrases are looked at, and the best fitting of which says whether any fits. */
const LOOKED_AT = 5;
const PHRASE_WEIGHT = 0.1;

/** One way to look at a skill; it counts by its share of the strongest candidate's, squared. */
interface View {
  readonly weight: number;
  readonly byWords: boolean;
  /** Null where the skill has nothing to look at. */
  of(evidence: Evidence): number | null;
}

const VIEWS: readonly View[] = [
  { weight: 0.25, byWords: true, of: ({ lexical }) => lexical.score },
  { weight: 0.1, byWords: true, of: ({ lexical }) => lexical.spelling },
  { weight: 0.18, byWords: false, of: ({ cosine }) => cosine?.whole ?? null },
  { weight: 0.22, byWords: false, of: ({ cosine }) => cosine?.words ?? null },
  { weight: 0.25, byWords: false, of: ({ cosine }) => cosine?.phrase ?? null },
];

interface Evidence {
  readonly row: IndexRow;
  readonly lexical: LexicalEvidence;
  readonly cosine: CosineEvidence | null;
}

interface Rated extends Evidence {
  readonly relevance: number;
  /** Of the relevance that a phrase said wholly may add. */
  readonly room: number;
}

/**
 * Ranks by words (BM25F), by spelling, and where there are vectors by the meaning of the whole, of its content words and
 * of its nearest phrase: each view relative to its strongest candidate. Words weigh the more, the more of the task some
 * skill speaks of, so that one setting serves libraries in which words tell more and such in which meaning does. Among
 * the first few it counts how wholly the task says one of their phrases; the best fitting of those is the fit.
 */
export const defaultRanker: SkillRanker = (input: RankInput): Ranking => {
  const evidence = gather(input);
  const wordTrust = trustInWords(evidence);
  const strongest = VIEWS.map((view) => Math.max(0, ...evidence.map((one) => view.of(one) ?? 0)));
  const rated = evidence
    .map((one) => ({ ...one, ...relevanceOf(one, strongest, wordTrust) }))
    .sort(byRelevance);
  const task = new Set(input.task.words.map(({ term }) => term));
  const closer = rated.slice(0, LOOKED_AT).map((one) => {
    const phrase = phraseMatch(one.row, task, input.statistics);
    const relevance = clampShare(one.relevance + one.room * phrase ** 2);
    const fit = fitOf({ coverage: one.lexical.coverage, phrase, cosine: one.cosine }, input.model);
    return { ...one, relevance, fit };
  });
  return {
    skills: [...closer.sort(byRelevance), ...rated.slice(LOOKED_AT)].map(({ row, relevance, lexical }) => ({
      name: row.name,
      relevance,
      why: lexical.why.slice(0, WHY_MAX),
    })),
    fit: Math.max(0, ...closer.map(({ fit }) => fit)),
  };
};

function byRelevance(a: Rated, b: Rated): number {
  return b.relevance - a.relevance || (a.row.name < b.row.name ? -1 : 1);
}

function gather(input: RankInput): readonly Evidence[] {
  const lexical = lexicalEvidence(input);
  return input.candidates.flatMap(({ row, cosines }, index) => {
    const words = lexical[index];
    return words === undefined ? [] : [{ row, lexical: words, cosine: cosineEvidence(cosines) }];
  });
}

/** From 0.4, when no skill speaks of anything in the task, to 2.4, when one speaks of all of it. */
function trustInWords(evidence: readonly Evidence[]): number {
  return 0.4 + 2 * Math.max(0, ...evidence.map(({ lexical }) => lexical.coverage));
}

/** The weighted mean over the views that there are, with room for the phrases. */
function relevanceOf(
  evidence: Evidence,
  strongest: readonly number[],
  wordTrust: number,
): Pick<Rated, "relevance" | "room"> {
  let sum = 0;
  const phraseWeight = PHRASE_WEIGHT * wordTrust;
  let weights = phraseWeight;
  for (const [at, view] of VIEWS.entries()) {
    const value = view.of(evidence);
    if (value === null) continue;
    const most = strongest[at] ?? 0;
    const weight = view.weight * (view.byWords ? wordTrust : 1);
    sum += most === 0 ? 0 : weight * (value / most) ** 2;
    weights += weight;
  }
  return { relevance: clampShare(sum / weights), room: phraseWeight / weights };
}
