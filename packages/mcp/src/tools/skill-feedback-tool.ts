import * as v from "valibot";
import { feedbackReport } from "../schemas/match-schemas.ts";
import { sessionId, skillName } from "./arguments.ts";
import { defineTool } from "./tool.ts";

/** CONTRACTS 13.1, 13.3. */
export const skillFeedbackTool = defineTool({
  name: "skill_feedback",
  title: "Say how a skill did",
  description:
    "Call this after a task in which you followed a skill: success if it did what was needed, partial if it helped but had to be worked around, failure if it was wrong or of no use. The next skill_match knows it.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({
    name: skillName("Name of the skill, as in skill_match."),
    outcome: v.pipe(
      v.picklist(
        ["success", "partial", "failure"],
        "outcome is success, partial or failure; nothing was stored",
      ),
      v.description("How it went."),
    ),
    session_id: sessionId("Session of the match."),
    task: v.optional(v.pipe(v.string(), v.description("What the task was."))),
  }),
  output: feedbackReport,
  faults: { outcome: "invalid-outcome" },
  run: ({ name, outcome, session_id, task }, { place, sessionId: own }) => {
    const session = session_id ?? own;
    return place.matcher.feedback({
      skill: name,
      outcome,
      ...(session !== null && { sessionId: session }),
      ...(task !== undefined && { task }),
    });
  },
});
