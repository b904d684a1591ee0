export { ADOPT_BYTES_MAX, ADOPT_FILES_MAX } from "./check-fetched.ts";
export { createSkillScout } from "./create-skill-scout.ts";
export { scanSkillFiles } from "./scan-skill.ts";
export { SCOUT_CACHE_FILES_MAX } from "./scout-cache.ts";
export type { ScoutDeps } from "./scout-deps.ts";
export { scoutedId } from "./scouted-history.ts";
export * from "./skill-scout.ts";
export { SCOUT_QUERY_CHARACTERS_MAX } from "./source-query.ts";
