export { createSkillResolver } from "./create-skill-resolver.ts";
export { expandPath, type PathWords } from "./expand-path.ts";
export { nodeSkillFiles, type SkillFile, type SkillFiles } from "./skill-files.ts";
export * from "./skill-resolver.ts";
export { workspaceAndParents } from "./workspaces.ts";
