export { createCurator } from "./create-curator.ts";
// Both the type and the class; it goes before the star below.
export { SkillCurator } from "./curator-class.ts";
export type { ConfiguredModel, CuratorDeps } from "./curator-deps.ts";
export { fitsGlobSegment } from "./glob-segment.ts";
export { createLibraryReader, type LibraryReader, type SkillSourceText } from "./library-reader.ts";
export * from "./list-report.ts";
export { REFERENCE_FILE_LIMIT_BYTES, REFERENCE_FILES_MAX, readReferenceFiles } from "./reference-files.ts";
export type { LibrarySize } from "./reports/library-sizes.ts";
export type { SkillCounts } from "./reports/skill-counts.ts";
export { HEALTH_WEEKS, type SkillHealth, type SkillHealthReport } from "./reports/skill-health.ts";
export type { UndoableRun } from "./reports/undoable-report.ts";
export * from "./root-backups.ts";
export {
  createSessionManager,
  type SessionEnd,
  type SessionManager,
  type SessionManagerDeps,
} from "./session-manager.ts";
export * from "./skill-curator.ts";
