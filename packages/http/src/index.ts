export { type AccessPolicy, LOOPBACK_ACCESS } from "./access/access-policy.ts";
export { bearerOf, isSameToken, requireBearer } from "./access/bearer-token.ts";
export { isLoopbackName, parseHostName } from "./access/host-name.ts";
export { refuseForeigners } from "./access/refuse-foreigners.ts";
export { type ErrorBody, errorBody } from "./error-body.ts";
export {
  BODY_BYTES_MAX,
  IDLE_SECONDS,
  type RunningServer,
  type ServedApp,
  ServeError,
  type ServeErrorKind,
  type ServeOptions,
} from "./serve/running-server.ts";
export { serve } from "./serve/serve.ts";
export { serveBun } from "./serve/serve-bun.ts";
export { serveNode } from "./serve/serve-node.ts";
