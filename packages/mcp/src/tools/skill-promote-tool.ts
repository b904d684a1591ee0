import * as v from "valibot";
import { actReport } from "../schemas/curator-schemas.ts";
import { actOnSkill } from "./act-on-skill.ts";
import { skillName } from "./arguments.ts";
import { defineTool } from "./tool.ts";

/** CONTRACTS 13.5. */
export const skillPromoteTool = defineTool({
  name: "skill_promote",
  title: "Make a draft an active skill",
  description:
    "Makes a draft active; promoting an archived skill restores it. Only skills that an agent wrote and nobody pinned.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: v.strictObject({ name: skillName("Name of the skill.") }),
  output: actReport,
  run: ({ name }, call) => actOnSkill(call, ({ acts }) => acts.promote(name, { onlyTouchable: true })),
});
