import * as v from "valibot";
import { actReport } from "../schemas/curator-schemas.ts";
import { actOnSkill } from "./act-on-skill.ts";
import { reason, skillName } from "./arguments.ts";
import { defineTool } from "./tool.ts";

/** CONTRACTS 7.1. */
export const skillArchiveTool = defineTool({
  name: "skill_archive",
  title: "Archive a skill",
  description:
    "Takes a skill out of the library and keeps it whole: skill_restore brings it back. Only skills that an agent wrote, that nobody edited by hand and nobody pinned.",
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({
    name: skillName("Name of the skill."),
    reason: reason("Why, for the history."),
  }),
  output: actReport,
  run: ({ name, reason: why }, call) =>
    actOnSkill(call, ({ acts }) =>
      acts.archive(name, { onlyTouchable: true, ...(why !== undefined && { reason: why }) }),
    ),
});
