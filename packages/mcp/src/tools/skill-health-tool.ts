import * as v from "valibot";
import { matcherHealth } from "../schemas/upkeep-schemas.ts";
import { defineTool, READS } from "./tool.ts";

export const skillHealthTool = defineTool({
  name: "skill_health",
  title: "Check the index and the trace",
  description:
    "Whether the skills can be matched: state of each library's index, of the trace, and how tasks are compared. Call it when skill_match surprises you.",
  hints: READS,
  input: v.strictObject({}),
  output: matcherHealth,
  run: (_, { place }) => place.matcher.health(),
});
