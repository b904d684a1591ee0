export * from "./discovery-index.ts";
export * from "./format-new-skill.ts";
export * from "./load-root-skills.ts";
export * from "./load-skills.ts";
export {
  parseSkillDocument,
  SKILL_FILE_BYTES_MAX,
  SKILL_TOKENS_ADVISED_MAX,
  type SkillDocument,
  type SkippedDocument,
} from "./parse-skill-document.ts";
export * from "./replace-skill-body.ts";
export * from "./replace-skill-description.ts";
export * from "./save-skill.ts";
export { SCAN_DEPTH_MAX, SCAN_DIRECTORIES_MAX } from "./scan-limits.ts";
export * from "./skill.ts";
export { validateSkillBody } from "./skill-body.ts";
export {
  SKILL_COMPATIBILITY_LENGTH_MAX,
  SKILL_DESCRIPTION_LENGTH_MAX,
  SKILL_NAME_LENGTH_MAX,
} from "./skill-fields.ts";
export { normalizeLineEnds, skillFileHash, skillSizeTokens, skillVersion } from "./skill-hash.ts";
export {
  foldSkillName,
  isSafeDirectoryName,
  validateSkillDescription,
  validateSkillName,
} from "./skill-name.ts";
export { type LineEnd, type SkillText, type SplitSkillText, splitSkillText } from "./skill-text.ts";
