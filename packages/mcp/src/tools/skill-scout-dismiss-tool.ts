import * as v from "valibot";
import { dismissReport } from "../schemas/scout-schemas.ts";
import { defineTool } from "./tool.ts";
import { withScout } from "./with-scout.ts";

const TARGET_CHARACTERS_MAX = 2_000;

/** CONTRACTS 13.7. */
export const skillScoutDismissTool = defineTool({
  name: "skill_scout_dismiss",
  title: "Never show a stranger's skill again",
  description: "Leaves a skill that skill_scout found out of its further answers.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: v.strictObject({
    target: v.pipe(
      v.string(),
      v.minLength(1, "say which skill"),
      v.maxLength(TARGET_CHARACTERS_MAX, `at most ${TARGET_CHARACTERS_MAX} characters`),
      v.description("Id, address or name of a skill that skill_scout found."),
    ),
  }),
  output: dismissReport,
  run: ({ target }, call) => withScout(call, (scout) => scout.dismiss(target)),
});
