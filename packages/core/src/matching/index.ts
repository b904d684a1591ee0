export type { RankedSkill, RankInput, Ranking, SkillRanker } from "./rank/skill-ranker.ts";
export * from "./skill-matcher.ts";
export type { TaskTerms } from "./terms/task-terms.ts";
