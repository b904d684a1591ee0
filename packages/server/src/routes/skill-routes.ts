import { errorBody } from "@metis-curate/http";
import { Hono } from "hono";
import * as v from "valibot";
import { decodeSkillCursor } from "../cursor/skill-cursor.ts";
import { limit } from "../parameters/fields.ts";
import { validateQuery } from "../parameters/validate-query.ts";
import type { QueryDeps } from "../queries/query-deps.ts";
import { querySkills } from "../queries/query-skills.ts";
import { skillsPageSchema } from "../wire/skills.ts";
import { answerRefusal } from "./answers.ts";
import { describeJson } from "./describe.ts";

const SKILLS_DEFAULT = 200;
const SKILLS_MAX = 1_000;
const STATES = ["active", "stale", "archived", "draft"] as const;

const skillsQuery = v.object({
  state: v.optional(v.picklist(STATES, `is not one of ${STATES.join(", ")}`)),
  limit: limit(SKILLS_DEFAULT, SKILLS_MAX),
  cursor: v.optional(v.pipe(v.string(), v.description("`next_cursor` of the page before"))),
});

/** `GET /analytics/skills` (CONTRACTS 12). */
export function skillRoutes(deps: QueryDeps): Hono {
  const app = new Hono();
  app.get(
    "/analytics/skills",
    describeJson(
      {
        summary: "The health of every skill, by name",
        description:
          "State, origin, loads by week, effectiveness, failure rate, size and rent. Secrets are redacted.",
        invalid: ["invalid_state", "invalid_limit", "invalid_cursor"],
      },
      skillsPageSchema,
    ),
    validateQuery(skillsQuery),
    async (c) => {
      const { state = null, limit, cursor } = c.req.valid("query");
      const after = cursor === undefined ? null : decodeSkillCursor(deps.root.key, cursor);
      if (cursor !== undefined && after === null) {
        return c.json(errorBody("invalid_cursor", "cursor is not one of this list"), 400);
      }
      const page = await querySkills(deps, { after, limit, state });
      return page.ok ? c.json(page.value) : answerRefusal(c, page.refusal);
    },
  );
  return app;
}
