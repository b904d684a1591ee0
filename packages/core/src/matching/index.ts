export { defaultRanker } from "./rank/default-ranker.ts";
export type { RankedSkill, RankInput, Ranking, SkillRanker } from "./rank/skill-ranker.ts";
export * from "./skill-matcher.ts";
export { type SkillTerms, type SkillTexts, skillTerms, TERMS_VERSION } from "./terms/skill-terms.ts";
export { type TaskTerms, type TaskWord, taskTerms } from "./terms/task-terms.ts";
