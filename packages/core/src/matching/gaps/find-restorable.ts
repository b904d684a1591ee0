import { DEFAULT_MATCHING } from "../../config/matching-config.ts";
import { HASHED_TASK, type MatchRecord } from "../learning/matching-history.ts";
import { defaultRanker } from "../rank/default-ranker.ts";
import { type RatedTexts, TextCollection } from "../rank/text-collection.ts";
import { levelRanking } from "../scoring/level-ranking.ts";
import { scoreSkill } from "../scoring/score-skill.ts";
import { gapClusters, themeOf, unmatchedTasks } from "./find-gaps.ts";

/** An archived skill that would fill a gap. */
export interface Restorable {
  readonly skill: string;
  readonly theme: string;
  readonly occurrences: number;
}

/**
 * Returns the archived skills that would fill a gap which no live skill fills, each once, for its largest gap
 * (CONTRACTS 13.2, 13.4). By words alone and with the default weights: it needs no index.
 */
export function findRestorable(
  matches: readonly MatchRecord[],
  live: readonly RatedTexts[],
  archived: readonly RatedTexts[],
): readonly Restorable[] {
  const clusters = archived.length === 0 ? [] : gapClusters(unmatchedTasks(matches, {}));
  if (clusters.length === 0) return [];
  const collection = new TextCollection([...live, ...archived]);
  const rated = new Map([...live, ...archived].map((one) => [one.name, one]));
  const found = new Map<string, Restorable>();
  for (const cluster of clusters) {
    const task = cluster.tasks.at(-1)?.task ?? HASHED_TASK;
    if (task.startsWith(HASHED_TASK) || bestOf(task, collection, live, rated) !== null) continue;
    const skill = bestOf(task, collection, archived, rated);
    if (skill === null || found.has(skill)) continue;
    found.set(skill, { skill, theme: themeOf(cluster), occurrences: cluster.tasks.length });
  }
  return [...found.values()];
}

/** The name of the best of these skills when it fits the task. */
function bestOf(
  task: string,
  collection: TextCollection,
  among: readonly RatedTexts[],
  rated: ReadonlyMap<string, RatedTexts>,
): string | null {
  const input = collection.rankInput(task, new Set(among.map(({ name }) => name)));
  const [best] = levelRanking(defaultRanker(input));
  if (best === undefined) return null;
  const effectiveness = rated.get(best.name)?.effectiveness ?? 0;
  const parts = { similarity: best.similarity, effectiveness, profileMatch: null };
  return scoreSkill(parts, DEFAULT_MATCHING.weights) >= DEFAULT_MATCHING.threshold ? best.name : null;
}
