import type { RunReport, Trigger } from "@metis-curate/core";
import { EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_REFUSED } from "./curator-command.ts";

/** Skip kind of an action that was tried and failed. */
const ACTION_FAILED = "failed";
/** Skip kinds of a call that brought no answer (CONTRACTS 8.5). */
const NO_ANSWER: ReadonlySet<string> = new Set(["error", "refused"]);
/** Skip kinds of candidates that no model was asked about. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  ACTION_FAILED,
  "changed-meanwhile",
  "referenced",
  "over-run-cap",
  "over-day-cap",
  "too-large-for-model",
  "unsendable",
]);

/**
 * The exit code of a finished run (CONTRACTS 11): 130 interrupted, 1 when an action or every model call
 * failed, 3 when an explicit run found the root disabled, else 0.
 */
export function exitCodeOfRun(report: RunReport, trigger: Trigger): number {
  if (report.ended_early === "interrupted") return EXIT_INTERRUPTED;
  if (report.ended_early === "failed" || report.ended_early === "model_errors") return EXIT_FAILED;
  if (report.skips.some((skip) => skip.kind === ACTION_FAILED)) return EXIT_FAILED;
  if (everyCallFailed(report)) return EXIT_FAILED;
  if (report.throttled_reason === "disabled" && trigger === "explicit_cli") return EXIT_REFUSED;
  return EXIT_DONE;
}

function everyCallFailed({ actions, skips }: RunReport): boolean {
  const asked = skips.filter((skip) => !NOT_ASKED.has(skip.kind));
  return actions.length === 0 && asked.length > 0 && asked.every((skip) => NO_ANSWER.has(skip.kind));
}
