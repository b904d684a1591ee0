/** All that a hook needs, and no library behind it: what this loads, an agent waits for. */
export { noteHookSeen } from "../coverage/runtimes-file.ts";
export { type BuiltEvents, buildEvents, type EventPlace } from "../events/build-events.ts";
export { type LoadOfSession, ORIGIN_TYPES } from "../events/load-origins.ts";
export {
  type KnownSession,
  loadOf,
  rememberSession,
  SESSION_MEMORY_TYPES,
  type SessionRow,
  UNKNOWN_SESSION,
} from "../events/session-memory.ts";
export { isRuntimeName, RUNTIME_NAMES, type RuntimeName } from "../layouts/runtime-name.ts";
export { readClaim } from "../provenance/read-claim.ts";
export { createSkillResolver } from "../resolve/create-skill-resolver.ts";
export type { HookMoment, HookRuntime, HookTranslation } from "./hook-runtime.ts";
export { loadHookRuntime, whoTells } from "./load-hook-runtime.ts";
