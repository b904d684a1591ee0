import { COST_GROUPS } from "@metis-curate/core";
import { Hono } from "hono";
import * as v from "valibot";
import { flag, identity } from "../parameters/fields.ts";
import { validateQuery } from "../parameters/validate-query.ts";
import { windowParameters } from "../parameters/window-parameters.ts";
import { queryCost } from "../queries/query-cost.ts";
import type { QueryDeps } from "../queries/query-deps.ts";
import { resolveTimeWindow } from "../time-window/decode-time-window.ts";
import { costAnalyticsSchema } from "../wire/cost-analytics.ts";
import { answerEmptyWindow } from "./answers.ts";
import { describeJson } from "./describe.ts";

const costQuery = v.object({
  ...windowParameters,
  group_by: v.optional(v.picklist(COST_GROUPS, `is not one of ${COST_GROUPS.join(", ")}`), "model"),
  gateway_key: identity,
  user: identity,
  team: identity,
  include_workers: flag(true, "Whether calls of workers count; default true"),
  include_curator: flag(false, "Adds `curator_cost_usd`; default false"),
});

/** `GET /analytics/cost` (CONTRACTS 12). */
export function costRoutes(deps: QueryDeps): Hono {
  const app = new Hono();
  app.get(
    "/analytics/cost",
    describeJson(
      {
        summary: "What the agents' calls cost in a window, grouped",
        description:
          "Calls of the whole trace. By cost, dearest first; days and hours by time; `none` is one object.",
        invalid: [
          "invalid_time_window",
          "invalid_group_by",
          "invalid_gateway_key",
          "invalid_user",
          "invalid_team",
          "invalid_include_workers",
          "invalid_include_curator",
        ],
      },
      costAnalyticsSchema,
    ),
    validateQuery(costQuery),
    async (c) => {
      const query = c.req.valid("query");
      const given = { fromUs: query.from ?? null, untilUs: query.to ?? null };
      const window = resolveTimeWindow(given, deps.clock.nowUs());
      if (window === null) return answerEmptyWindow(c);
      const answer = await queryCost(deps, {
        window,
        groupBy: query.group_by,
        gatewayKey: query.gateway_key ?? null,
        user: query.user ?? null,
        team: query.team ?? null,
        includeWorkers: query.include_workers,
        includeCurator: query.include_curator,
      });
      return c.json(answer);
    },
  );
  return app;
}
