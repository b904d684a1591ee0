import { Hono } from "hono";
import * as v from "valibot";
import type { QueryDeps } from "../queries/query-deps.ts";
import { text } from "../wire/fields.ts";
import { describeJson } from "./describe.ts";

const healthSchema = v.object({ status: v.literal("ok"), version: text });

/** `GET /healthz`: the process answers; it says nothing of the trace. */
export function healthRoutes(deps: QueryDeps): Hono {
  const app = new Hono();
  app.get(
    "/healthz",
    describeJson(
      { summary: "Whether the server lives", description: "Asks nothing of the trace." },
      healthSchema,
    ),
    (c) => c.json({ status: "ok", version: deps.version }),
  );
  return app;
}
