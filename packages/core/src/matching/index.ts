export * from "./create-matcher.ts";
export {
  clusterTasks,
  GAP_OCCURRENCES_MIN,
  type TaskCluster,
  type TaskToCluster,
} from "./gaps/cluster-tasks.ts";
export {
  HASHED_TASK,
  type MatchingHistory,
  type MatchRecord,
  readMatchingHistory,
} from "./learning/matching-history.ts";
export { derivedEventId } from "./migration/derived-event-id.ts";
export { defaultRanker } from "./rank/default-ranker.ts";
export type { RankedSkill, RankInput, Ranking, SkillRanker } from "./rank/skill-ranker.ts";
export {
  blendVectors,
  EMBED_TEXTS_VERSION,
  type EmbeddedSkill,
  taskTextsToEmbed,
  textsToEmbed,
} from "./rank/texts-to-embed.ts";
export { chooseTerms } from "./scoring/choose-terms.ts";
export { type FindMatchesRequest, type FoundMatch, findMatches } from "./scoring/find-matches.ts";
export { type ScoreParts, scoreSkill } from "./scoring/score-skill.ts";
export type { MatcherDeps, MatcherRoot } from "./service/matcher-deps.ts";
export * from "./skill-matcher.ts";
export { type SkillTerms, type SkillTexts, skillTerms, TERMS_VERSION } from "./terms/skill-terms.ts";
export { type TaskTerms, type TaskWord, taskTerms } from "./terms/task-terms.ts";
