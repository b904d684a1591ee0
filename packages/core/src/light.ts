/**
 * The rules that a program with no time needs too, such as an agent's hook: no module here imports a library. They are
 * the very functions of the whole, which takes some hundred milliseconds to load.
 */
export { globalRoot, workspaceRoot } from "./roots/build-root.ts";
export { findLayout, foreignLayout, LAYOUTS, METIS_LAYOUT } from "./roots/layouts/index.ts";
export type { HomeLayout, Layout, Root, RootScope, ScanRules } from "./roots/root.ts";
export {
  directoriesAbove,
  findOwningRoot,
  findSkillsOwner,
  listRoots,
  type OwnerPlace,
} from "./roots/skill-owner.ts";
export { isDescended, isSafeDirectoryName } from "./skills/directory-name.ts";
export { SCAN_DEPTH_MAX, SCAN_DIRECTORIES_MAX, SKILL_FILE_BYTES_MAX } from "./skills/scan-limits.ts";
export { skillFileHash, skillSizeTokens, skillVersion } from "./skills/skill-hash.ts";
export { splitSkillText } from "./skills/skill-text.ts";
