import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Metrics } from "./create-metrics.ts";

const MS_PER_SECOND = 1_000;

/** Notes every answer under the pattern of its route; paths that lead nowhere share one. */
export function measureRequests(metrics: Metrics, monotonicMs: () => number): MiddlewareHandler {
  return async (c, next) => {
    const startedMs = monotonicMs();
    await next();
    const route = matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? "other";
    metrics.observe(route, c.res.status, (monotonicMs() - startedMs) / MS_PER_SECOND);
  };
}
