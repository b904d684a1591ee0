import type { ReindexProgress } from "@metis-curate/core";
import * as v from "valibot";
import { reindexReport } from "../schemas/upkeep-schemas.ts";
import { reindexSteps } from "./reindex-steps.ts";
import { defineTool } from "./tool.ts";

/** CONTRACTS 13.1. */
export const skillReindexTool = defineTool({
  name: "skill_reindex",
  title: "Look through the skills again",
  description:
    "Brings the index up to date with the disk, vectors included. skill_match does the needful by itself; this is for the start of a session, or after many changes. Nothing that was learned is lost. Reports progress and can be cancelled; what was done stays done.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  embeds: true,
  input: v.strictObject({}),
  output: reindexReport,
  run: (_, { place, signal, reportProgress }) => {
    const steps = reindexSteps(place.libraries.length);
    const onProgress = (progress: ReindexProgress): void => {
      const step = steps(progress);
      if (step !== null) reportProgress(step);
    };
    return place.matcher.reindex({ signal, onProgress });
  },
});
