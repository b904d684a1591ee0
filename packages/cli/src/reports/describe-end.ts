import type { EndedEarly, RunReport, ThrottledReason } from "@metis-curate/core";

/** One sentence on how a run ended. */
export function describeEnd(report: Pick<RunReport, "ended_early" | "throttled_reason">): string {
  return report.ended_early === null
    ? describeReason(report.throttled_reason)
    : describeEarlyEnd(report.ended_early);
}

function describeReason(reason: ThrottledReason): string {
  switch (reason) {
    case "completed":
      return "The run is complete.";
    case "no_candidates":
      return "There was nothing to do.";
    case "per_run_cap":
      return "The run stopped at its spending cap (per_run_max_usd); the rest comes up again next time.";
    case "per_day_cap":
      return "The run stopped at today's spending cap (per_day_max_usd).";
    case "interval_not_elapsed":
      return "It is too early for the next run (interval_hours); nothing was done.";
    case "disabled":
      return "Curation is disabled or paused here; nothing was done.";
  }
}

function describeEarlyEnd(ended: Exclude<EndedEarly, null>): string {
  switch (ended) {
    case "model_errors":
      return "The run ended early: the model kept failing.";
    case "interrupted":
      return "The run was interrupted; everything up to there is recorded.";
    case "failed":
      return "The run ended early: an action failed.";
    case "recovered":
      return "The run was cut off and closed by a later one.";
  }
}
