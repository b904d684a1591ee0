import type { MatchingWeights } from "../../config/matching-config.ts";
import type { IndexCandidate, IndexRow, SkillIndex, TermStatistics } from "../../ports/skill-index.ts";
import type { SkillRanker } from "../rank/skill-ranker.ts";
import type { TaskTerms } from "../terms/task-terms.ts";
import { type ChosenTerms, chooseTerms, gramsToWeigh } from "./choose-terms.ts";
import { levelRanking } from "./level-ranking.ts";
import { scoreSkill } from "./score-skill.ts";
import { sumStatistics } from "./sum-statistics.ts";

/** Candidates by words, and by vector, that each index gives to the ranker. */
export const CANDIDATES_MAX = 48;

export interface FindMatchesRequest {
  /** The first wins on a name. */
  readonly indexes: readonly SkillIndex[];
  readonly task: TaskTerms;
  readonly vector: { readonly model: string; readonly values: Float32Array } | null;
  readonly ranker: SkillRanker;
  readonly weights: MatchingWeights;
  /** Null without a profile. */
  readonly profile: ReadonlySet<string> | null;
  /** Archived skills instead of live ones. */
  readonly archived: boolean;
}

export interface FoundMatch {
  readonly row: IndexRow;
  readonly score: number;
  readonly similarity: number;
  readonly profileMatch: 0 | 1 | null;
  readonly why: readonly string[];
}

/** Returns the skills for a task over all indexes, best first, ties in the order of the ranker. Throws `SkillIndexError`. */
export async function findMatches(request: FindMatchesRequest): Promise<readonly FoundMatch[]> {
  const { indexes, task, ranker, vector } = request;
  const statistics = await weighTerms(indexes, task);
  const chosen = chooseTerms(task, statistics);
  const candidates = await searchAll(request, chosen);
  const ranking = ranker({
    task: { ...task, words: chosen.words },
    statistics,
    candidates,
    model: vector?.model ?? null,
  });
  const byName = new Map(candidates.map((candidate) => [candidate.row.name, candidate.row]));
  return levelRanking(ranking)
    .filter(({ relevance }) => relevance > 0)
    .flatMap(({ name, similarity, why }) => {
      const row = byName.get(name);
      return row === undefined ? [] : [toMatch(row, similarity, why, request)];
    })
    .sort((a, b) => b.score - a.score || b.similarity - a.similarity);
}

async function weighTerms(indexes: readonly SkillIndex[], task: TaskTerms): Promise<TermStatistics> {
  const ask = async (terms: readonly string[]) =>
    sumStatistics(await Promise.all(indexes.map((index) => index.statistics(terms))));
  const words = await ask(task.words.map(({ term }) => term));
  const grams = gramsToWeigh(task, words);
  if (grams.length === 0) return words;
  const more = await ask(grams);
  return { ...words, frequencies: new Map([...words.frequencies, ...more.frequencies]) };
}

function toMatch(
  row: IndexRow,
  similarity: number,
  why: readonly string[],
  { profile, weights }: FindMatchesRequest,
): FoundMatch {
  const profileMatch = profile === null ? null : profile.has(row.name) ? 1 : 0;
  const score = scoreSkill({ similarity, effectiveness: row.effectiveness, profileMatch }, weights);
  return { row, score, similarity, profileMatch, why };
}

/** A name that an earlier index has in any way hides it in the later ones. */
async function searchAll(
  { indexes, vector, archived }: FindMatchesRequest,
  { retrieve, count }: ChosenTerms,
): Promise<readonly IndexCandidate[]> {
  const kept: IndexCandidate[] = [];
  for (const [position, index] of indexes.entries()) {
    const found = await index.search({ retrieve, count, vector, archived, limit: CANDIDATES_MAX });
    const hidden = await namesIn(
      archived ? indexes.filter((one) => one !== index) : indexes.slice(0, position),
      found.map(({ row }) => row.name),
    );
    const known = new Set(kept.map(({ row }) => row.name));
    kept.push(...found.filter(({ row }) => !hidden.has(row.name) && !known.has(row.name)));
  }
  return kept;
}

/** Live skills of these names; an archived one hides nothing. */
async function namesIn(
  indexes: readonly SkillIndex[],
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = names.length === 0 ? [] : await Promise.all(indexes.map((index) => index.findRows(names)));
  return new Set(rows.flat().flatMap(({ name, state }) => (state === "archived" ? [] : [name])));
}
