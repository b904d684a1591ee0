import * as v from "valibot";
import { planReport } from "../schemas/curator-schemas.ts";
import { defineTool, READS } from "./tool.ts";

/** CONTRACTS 10.5. */
export const curatorPlanTool = defineTool({
  name: "curator_plan",
  title: "See what a curator run would do",
  description:
    "What a run would propose to archive, merge or edit, what that would cost at most, and why every other skill is left alone. Nothing is run and no model is asked.",
  hints: READS,
  input: v.strictObject({
    scope: v.optional(
      v.pipe(
        v.picklist(["workspace", "global"], "scope is workspace or global"),
        v.description("Which library; without it, the workspace's where there is one."),
      ),
    ),
  }),
  output: planReport,
  run: async ({ scope }, { place }) => {
    const library = place.libraries.find((one) => scope === undefined || one.scope === scope);
    if (library !== undefined) return library.reader.plan();
    return {
      ok: false,
      refusal: {
        kind: "no-skills-directory",
        message: `there is no ${scope ?? "skill"} library here`,
        exitCode: 3,
      },
    };
  },
});
