import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import type { Metrics } from "../metrics/create-metrics.ts";

/** `GET /metrics` in the text format of Prometheus. */
export function metricsRoutes(metrics: Metrics): Hono {
  const app = new Hono();
  app.get(
    "/metrics",
    describeRoute({
      tags: ["operation"],
      summary: "Measurements for Prometheus",
      description: "Answers of this server, and runs, actions, spend and skills of the served root.",
      responses: {
        200: {
          description: "Text format 0.0.4",
          content: { "text/plain": { schema: { type: "string" } } },
        },
      },
    }),
    async (c) => c.body(await metrics.render(), 200, { "Content-Type": metrics.contentType }),
  );
  return app;
}
