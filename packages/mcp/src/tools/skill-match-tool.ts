import { TOP_K_DEFAULT, TOP_K_MAX } from "@metis-curate/core";
import * as v from "valibot";
import { matchReport } from "../schemas/match-schemas.ts";
import { profile, sessionId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

const topK = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description(
      `Skills to name, from 1; more than ${TOP_K_MAX} reads as ${TOP_K_MAX}. The default is \`matching.top_k\`'s.`,
    ),
  ),
);

/** CONTRACTS 13.2. */
export const skillMatchTool = defineTool({
  name: "skill_match",
  title: "Find the skill for a task",
  description:
    "Call this before you start a task. If best_skill is not null, read the file at its path and follow it; if it is null, no skill fits: go on without one. Afterwards call skill_feedback. The task is remembered, so that unmet needs show up in skill_gaps.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  embeds: true,
  input: v.strictObject({
    task: v.pipe(v.string(), v.description("What is to be done, in a sentence or as the user put it.")),
    profile: profile("Name of a profile, or names of skills that are expected: they score higher."),
    top_k: topK,
    session_id: sessionId("Session of the task; tasks of one session can be listed by skill_gaps."),
  }),
  output: matchReport,
  shownDefaults: { top_k: TOP_K_DEFAULT },
  faults: { top_k: "invalid-top-k" },
  run: ({ task, profile: expected, top_k, session_id }, { place, signal, sessionId: own }) => {
    const session = session_id ?? own;
    return place.matcher.match(
      {
        task,
        ...(top_k !== undefined && { topK: top_k }),
        profile: expected ?? null,
        ...(session !== null && { sessionId: session }),
      },
      signal,
    );
  },
});
