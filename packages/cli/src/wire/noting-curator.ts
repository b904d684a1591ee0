import type { Root, SkillCurator } from "@metis-curate/core";
import { describeUnattendedRun } from "../hook/describe-run.ts";
import { noteRun } from "../hook/notices.ts";

/** A curator whose runs that nobody watches are told at the next session's start (CONTRACTS 10.6, 14). */
export function notingCurator(
  curator: SkillCurator,
  { home, root, nowMs }: { readonly home: string; readonly root: Root; nowMs(): number },
): SkillCurator {
  const note = (report: Awaited<ReturnType<SkillCurator["maybeRun"]>>) => {
    const notice = report === null ? null : describeUnattendedRun(report, root, nowMs());
    if (notice !== null) noteRun(home, notice);
  };
  return {
    ...curator,
    maybeRun: async (sessionId) => {
      const report = await curator.maybeRun(sessionId);
      note(report);
      return report;
    },
    run: async (options) => {
      const outcome = await curator.run(options);
      if (outcome.ok && options.trigger !== "explicit_cli") note(outcome.value);
      return outcome;
    },
  };
}
