export type { McpDeps, McpLibrary } from "./mcp-deps.ts";
export type { ScoutAnswer, ScoutAsk, ScoutedSkillReport, ScoutSkills } from "./scout-skills.ts";
