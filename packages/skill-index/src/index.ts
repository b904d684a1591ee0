export { type OpenSkillIndexOptions, openSkillIndex } from "./open-skill-index.ts";
