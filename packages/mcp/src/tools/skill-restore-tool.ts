import * as v from "valibot";
import { actReport } from "../schemas/curator-schemas.ts";
import { actOnSkill } from "./act-on-skill.ts";
import { skillName } from "./arguments.ts";
import { defineTool } from "./tool.ts";

/** CONTRACTS 7.2. */
export const skillRestoreTool = defineTool({
  name: "skill_restore",
  title: "Restore an archived skill",
  description:
    "Brings an archived skill back to where it was. With before, puts back the SKILL.md as it was then; the present one is kept. Only skills that an agent wrote and nobody pinned.",
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: v.strictObject({
    name: skillName("Name of the skill (its newest archive), or the id of an archive."),
    before: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(40),
        v.description("ISO-8601 time: the newest edit snapshot older than it."),
      ),
    ),
  }),
  output: actReport,
  run: ({ name, before }, call) =>
    actOnSkill(call, ({ acts }) =>
      acts.restore(name, { onlyTouchable: true, ...(before !== undefined && { before }) }),
    ),
});
