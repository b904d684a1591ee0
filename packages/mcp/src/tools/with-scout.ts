import type { Outcome, SkillScout } from "@metis-curate/core";
import type { ToolCall } from "./tool.ts";

/** Runs on the scout of the place. Refusal `unavailable` where this build or configuration has none. */
export async function withScout<T>(
  { place }: ToolCall,
  run: (scout: SkillScout) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (place.scout !== null) return run(place.scout);
  return {
    ok: false,
    refusal: {
      kind: "unavailable",
      message:
        "this build cannot search public collections; look at skill_gaps for what is missing, and ask the operator to write or import a skill",
      exitCode: 3,
    },
  };
}
