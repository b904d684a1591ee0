export { type AccessPolicy, LOOPBACK_ACCESS } from "./access/access-policy.ts";
export { isLoopbackName } from "./access/host-name.ts";
export { createCuratorApp } from "./create-curator-app.ts";
export type { CuratorAppDeps } from "./curator-app-deps.ts";
export { LibraryUnavailable } from "./library-unavailable.ts";
export { readOnlyFileSystem } from "./read-only/read-only-file-system.ts";
export {
  type RunningServer,
  type ServedApp,
  ServeError,
  type ServeErrorKind,
  type ServeOptions,
} from "./serve/running-server.ts";
export { serve } from "./serve/serve.ts";
export { serveBun } from "./serve/serve-bun.ts";
export { serveNode } from "./serve/serve-node.ts";
