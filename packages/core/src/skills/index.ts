export {
  parseSkillDocument,
  SKILL_FILE_BYTES_MAX,
  SKILL_TOKENS_ADVISED_MAX,
  type SkillDocument,
  type SkippedDocument,
} from "./parse-skill-document.ts";
export * from "./skill.ts";
export {
  SKILL_COMPATIBILITY_LENGTH_MAX,
  SKILL_DESCRIPTION_LENGTH_MAX,
  SKILL_NAME_LENGTH_MAX,
} from "./skill-fields.ts";
export { normalizeLineEnds, skillFileHash, skillSizeTokens, skillVersion } from "./skill-hash.ts";
export { type LineEnd, type SkillText, type SplitSkillText, splitSkillText } from "./skill-text.ts";
