export { createCurator } from "./create-curator.ts";
export type { ConfiguredModel, CuratorDeps } from "./curator-deps.ts";
export { REFERENCE_FILE_LIMIT_BYTES, REFERENCE_FILES_MAX, readReferenceFiles } from "./reference-files.ts";
export {
  createSessionManager,
  type SessionEnd,
  type SessionManager,
  type SessionManagerDeps,
} from "./session-manager.ts";
export * from "./skill-curator.ts";
