import { createRedactor, TraceError } from "@metis-curate/core";
import { errorBody, LOOPBACK_ACCESS, refuseForeigners } from "@metis-curate/http";
import { type Context, Hono } from "hono";
import { basePath } from "hono/route";
import { trimTrailingSlash } from "hono/trailing-slash";
import { limitRequests } from "./access/limit-requests.ts";
import { protectAnswers } from "./access/protect-answers.ts";
import { requireToken } from "./access/require-token.tsx";
import { wantsPage } from "./access/wants-page.ts";
import type { CuratorAppDeps } from "./curator-app-deps.ts";
import { answerMissing, createDashboard } from "./dashboard/create-dashboard.tsx";
import { createDashboardData } from "./dashboard/data/create-dashboard-data.ts";
import { LibraryUnavailable } from "./library-unavailable.ts";
import { createMetrics, type Metrics } from "./metrics/create-metrics.ts";
import { measureRequests } from "./metrics/measure-requests.ts";
import type { QueryDeps } from "./queries/query-deps.ts";
import { revalidate } from "./revalidate.ts";
import { answerRefusal } from "./routes/answers.ts";
import { costRoutes } from "./routes/cost-routes.ts";
import { curatorRoutes } from "./routes/curator-routes.ts";
import { healthRoutes } from "./routes/health-routes.ts";
import { metricsRoutes } from "./routes/metrics-routes.ts";
import { referenceRoutes } from "./routes/reference-routes.tsx";
import { skillRoutes } from "./routes/skill-routes.ts";

/**
 * The read-only HTTP interface of one root (CONTRACTS 12); another Hono app may mount it under any path.
 * Anything that is no success has the body `{error: {code, message, details}}` (401 and 404 are a page for a browser): 400 `invalid_…`, 401 `unauthorized`,
 * 403 `forbidden_host` or `forbidden_origin`, 404 `not_found`, 405 `method_not_allowed`, 413 `body_too_large`,
 * 414 `url_too_long`, 503 `trace_unavailable` or `library_unavailable`, 500 `internal`; never a stack trace.
 */
export function createCuratorApp(deps: CuratorAppDeps): Hono {
  const access = deps.access ?? LOOPBACK_ACCESS;
  const query = { ...deps, redactor: createRedactor(deps.secrets) };
  const metrics = createMetrics(deps);
  const described = describedRoutes(query, metrics);
  const app = new Hono();
  app.use(measureRequests(metrics, () => deps.clock.monotonicMs()));
  app.use(protectAnswers());
  app.use(refuseForeigners(access));
  app.use(limitRequests());
  if (access.token !== null) app.use(requireToken(access.token));
  app.use(trimTrailingSlash());
  app.use("/analytics/*", revalidate());
  app.route("/", described);
  app.route("/", referenceRoutes(described, deps.version));
  const data = createDashboardData(query);
  const answerNothing = (c: Context): Response =>
    wantsPage(c) ? answerMissing(c, data, mountOf(c)) : answerNotFound(c);
  app.route("/", createDashboard({ data, ...(deps.logger && { logger: deps.logger }) }));
  app.all("*", answerNothing);
  app.notFound(answerNothing);
  app.onError((error, c) => answerFailure(error, c, deps));
  return app;
}

/** Every route of the OpenAPI document. */
function describedRoutes(query: QueryDeps, metrics: Metrics): Hono {
  const app = new Hono();
  app.route("/", curatorRoutes(query));
  app.route("/", costRoutes(query));
  app.route("/", skillRoutes(query));
  app.route("/", healthRoutes(query));
  app.route("/", metricsRoutes(metrics));
  return app;
}

/** The path that another app mounted this one under; empty for none. */
function mountOf(c: Context): string {
  return basePath(c).replace(/\/$/, "");
}

function answerNotFound(c: Context): Response {
  c.header("Vary", "Accept");
  return c.json(errorBody("not_found", `there is nothing at ${c.req.path}`), 404);
}

function answerFailure(error: Error, c: Context, deps: CuratorAppDeps): Response {
  deps.logger?.log("error", `${c.req.method} ${c.req.path}: ${error.message}`);
  if (error instanceof TraceError) {
    return c.json(errorBody("trace_unavailable", "the trace cannot be read", { kind: error.kind }), 503);
  }
  if (error instanceof LibraryUnavailable) return answerRefusal(c, error.refusal);
  return c.json(errorBody("internal", "internal error; the log says more"), 500);
}
