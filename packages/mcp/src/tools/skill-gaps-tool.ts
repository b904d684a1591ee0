import * as v from "valibot";
import { gapsReport } from "../schemas/gap-schemas.ts";
import { profile, sessionId } from "./arguments.ts";
import { defineTool, READS } from "./tool.ts";

/** CONTRACTS 13.4. */
export const skillGapsTool = defineTool({
  name: "skill_gaps",
  title: "List needs that no skill meets",
  description:
    "Tasks for which no skill fitted, gathered into needs that came up at least three times, each with what could be done: write a skill, improve the closest one, restore an archived one, or look elsewhere with skill_scout. With session_id the single tasks of that session are listed too.",
  hints: READS,
  input: v.strictObject({
    session_id: sessionId("Only tasks of this session, its single tasks too."),
    profile: profile("Only tasks that were matched with this profile."),
  }),
  output: gapsReport,
  run: ({ session_id, profile: expected }, { place }) =>
    place.matcher.gaps({
      profile: expected ?? null,
      ...(session_id !== undefined && { sessionId: session_id }),
    }),
});
