import type { RunSummaryWire } from "../../wire/runs.ts";
import { actionsText, runOutcome, triggerText } from "../text/words.ts";
import type { RowRules } from "./select-rows.ts";
import type { TableOffer } from "./table-query.ts";

/** How the runs table can be sorted and filtered. */
export const RUNS_OFFER: TableOffer = {
  sorts: {
    started: "desc",
    trigger: "asc",
    outcome: "asc",
    actions: "desc",
    skips: "desc",
    spend: "desc",
    duration: "desc",
  },
  defaultSort: "started",
  filters: ["acted", "throttled", "troubled"],
};

export const RUN_FILTER_NAMES: Readonly<Record<string, string>> = {
  acted: "That changed something",
  throttled: "Stopped by a cap",
  troubled: "Failed or unfinished",
};

const CAPS: ReadonlySet<string | null> = new Set(["per_run_cap", "per_day_cap"]);

export const RUN_RULES: RowRules<RunSummaryWire> = {
  textOf: (run) =>
    [
      run.curator_run_id,
      triggerText(run.trigger),
      runOutcome(run.throttled_reason, run.ended_early),
      run.throttled_reason ?? "",
      actionsText(run.actions_by_type),
    ].join("\n"),
  isShown: (run, filter) => {
    if (filter === "acted") return run.actions_total > 0;
    if (filter === "throttled") return CAPS.has(run.throttled_reason);
    return run.throttled_reason === null || run.ended_early !== null || run.errors > 0;
  },
  valueOf: (run, sort) => {
    switch (sort) {
      case "trigger":
        return triggerText(run.trigger);
      case "outcome":
        return runOutcome(run.throttled_reason, run.ended_early);
      case "actions":
        return run.actions_total;
      case "skips":
        return run.skips_total;
      case "spend":
        return Number(run.spend_usd);
      case "duration":
        return run.duration_ms;
      default:
        return run.started_at;
    }
  },
};
