export {
  type AccessPolicy,
  isLoopbackName,
  LOOPBACK_ACCESS,
  type RunningServer,
  type ServedApp,
  ServeError,
  type ServeErrorKind,
  type ServeOptions,
  serve,
  serveBun,
  serveNode,
} from "@metis-curate/http";
export { createCuratorApp } from "./create-curator-app.ts";
export type { CuratorAppDeps } from "./curator-app-deps.ts";
export { LibraryUnavailable } from "./library-unavailable.ts";
export { readOnlyFileSystem } from "./read-only/read-only-file-system.ts";
