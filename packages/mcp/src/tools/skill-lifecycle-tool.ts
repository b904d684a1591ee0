import * as v from "valibot";
import { lifecycleReport } from "../schemas/gap-schemas.ts";
import { defineTool, READS } from "./tool.ts";

/** CONTRACTS 13.5. */
export const skillLifecycleTool = defineTool({
  name: "skill_lifecycle",
  title: "See where every skill stands",
  description:
    "Which skills are active, stale or drafts, which drafts proved good enough to promote, and which skills a curator run would archive or could restore. Worth a look once a week; it changes nothing.",
  hints: READS,
  input: v.strictObject({}),
  output: lifecycleReport,
  run: (_, { place }) => place.matcher.lifecycle(),
});
