import { errorBody } from "@metis-curate/http";
import { Hono } from "hono";
import * as v from "valibot";
import { decodeRunCursor } from "../cursor/run-cursor.ts";
import { limit } from "../parameters/fields.ts";
import { validateQuery } from "../parameters/validate-query.ts";
import { windowParameters } from "../parameters/window-parameters.ts";
import { queryCurator } from "../queries/query-curator.ts";
import type { QueryDeps } from "../queries/query-deps.ts";
import { queryRun, queryRuns } from "../queries/query-runs.ts";
import { resolveTimeWindow } from "../time-window/decode-time-window.ts";
import { describedInstant } from "../time-window/instant.ts";
import { curatorAnalyticsSchema } from "../wire/curator-analytics.ts";
import { runDetailSchema, runsPageSchema } from "../wire/runs.ts";
import { answerEmptyWindow } from "./answers.ts";
import { describeJson } from "./describe.ts";

const RUNS_DEFAULT = 20;
const RUNS_MAX = 100;

const curatorQuery = v.object(windowParameters);
const runsQuery = v.object({
  from: v.optional(describedInstant("ISO-8601 UTC, inclusive; default the first run")),
  to: v.optional(describedInstant("ISO-8601 UTC, exclusive; default the last run")),
  limit: limit(RUNS_DEFAULT, RUNS_MAX),
  cursor: v.optional(v.pipe(v.string(), v.description("`next_cursor` of the page before"))),
});

/** `GET /analytics/curator`, its runs and one run (CONTRACTS 12, S1 10.2). */
export function curatorRoutes(deps: QueryDeps): Hono {
  const app = new Hono();
  app.get(
    "/analytics/curator",
    describeJson(
      {
        summary: "What the curator did in a window",
        description: "Runs, actions and spend of the served root; its skills as they are now.",
        invalid: ["invalid_time_window"],
      },
      curatorAnalyticsSchema,
    ),
    validateQuery(curatorQuery),
    async (c) => {
      const { from = null, to = null } = c.req.valid("query");
      const window = resolveTimeWindow({ fromUs: from, untilUs: to }, deps.clock.nowUs());
      return window === null ? answerEmptyWindow(c) : c.json(await queryCurator(deps, window));
    },
  );
  app.get(
    "/analytics/curator/runs",
    describeJson(
      {
        summary: "Runs of the served root, newest first",
        description: "Without `from` and `to` of all time. Runs that start later change no later page.",
        invalid: ["invalid_time_window", "invalid_limit", "invalid_cursor"],
      },
      runsPageSchema,
    ),
    validateQuery(runsQuery),
    async (c) => {
      const { from, to, limit, cursor } = c.req.valid("query");
      const window = { fromUs: from ?? 0, untilUs: to ?? Number.MAX_SAFE_INTEGER };
      if (window.fromUs >= window.untilUs) return answerEmptyWindow(c);
      const after = cursor === undefined ? null : decodeRunCursor(deps.root.key, cursor);
      if (cursor !== undefined && after === null) {
        return c.json(errorBody("invalid_cursor", "cursor is not one of this list"), 400);
      }
      return c.json(await queryRuns(deps, { window, after, limit }));
    },
  );
  app.get(
    "/analytics/curator/runs/:id",
    describeJson(
      {
        summary: "One run with every action, call and skip",
        description: "Also a manual act, under the id it was recorded with. Secrets are redacted.",
        mayBeAbsent: true,
      },
      runDetailSchema,
    ),
    async (c) => {
      const run = await queryRun(deps, c.req.param("id"));
      if (run !== null) return c.json(run);
      return c.json(errorBody("not_found", "no run of this root has that id"), 404);
    },
  );
  return app;
}
