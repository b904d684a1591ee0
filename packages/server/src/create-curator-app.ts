import { TraceError } from "@metis-curate/core";
import { type Context, Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { CuratorAppDeps } from "./curator-app-deps.ts";
import { errorBody } from "./error-body.ts";
import { getCuratorAnalytics } from "./routes/curator-analytics.ts";

const PATHS: ReadonlySet<string> = new Set(["/healthz", "/analytics/curator"]);
const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * The read-only HTTP interface of one root (CONTRACTS 12): `GET /healthz` and `GET /analytics/curator`.
 * Anything that is no success has the body `{error: {code, message, details}}`: 400 `invalid_time_window`, 404
 * `not_found`, 405 `method_not_allowed`, 503 `trace_unavailable`, 500 `internal`; never a stack trace.
 */
export function createCuratorApp(deps: CuratorAppDeps): Hono {
  const app = new Hono();
  app.use(protectAnswers());
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
  });
  app.use(async (c, next) => {
    if (PATHS.has(c.req.path) && !READING_METHODS.has(c.req.method)) return refuseMethod(c);
    return next();
  });
  app.get("/healthz", (c) => c.json({ status: "ok", version: deps.version }));
  app.get("/analytics/curator", (c) => getCuratorAnalytics(c, deps));
  app.notFound((c) => c.json(errorBody("not_found", `there is nothing at ${c.req.path}`), 404));
  app.onError((error, c) => answerFailure(error, c, deps));
  return app;
}

/** Answers are data for programs: nothing in them may be run, framed or sniffed. HSTS means nothing here. */
function protectAnswers(): ReturnType<typeof secureHeaders> {
  return secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: false,
  });
}

function refuseMethod(c: Context): Response {
  c.header("Allow", "GET, HEAD");
  return c.json(errorBody("method_not_allowed", `${c.req.path} is only read`), 405);
}

function answerFailure(error: Error, c: Context, deps: CuratorAppDeps): Response {
  deps.logger?.log("error", `${c.req.method} ${c.req.path}: ${error.message}`);
  if (error instanceof TraceError) {
    return c.json(errorBody("trace_unavailable", "the trace cannot be read", { kind: error.kind }), 503);
  }
  return c.json(errorBody("internal", "internal error; the log says more"), 500);
}
