import type { RunReport, Trigger } from "@metis-curate/core";
import { EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_REFUSED } from "./curator-command.ts";

/** Skip kind of a model call that brought no usable answer (CONTRACTS 4.4, 8.5). */
const MODEL_ERROR = "error";
/** Skip kinds that a model's answer led to. */
const ANSWERED = new Set(["declined", "refused", "malformed"]);

/**
 * The exit code of a finished run (CONTRACTS 11): 130 interrupted, 1 when an action or every model call
 * failed, 3 when an explicit run found the root disabled, else 0. `errors` counts failed actions and failed
 * model calls; the latter are also skips of kind `error`.
 */
export function exitCodeOfRun(report: RunReport, trigger: Trigger): number {
  if (report.ended_early === "interrupted") return EXIT_INTERRUPTED;
  if (report.ended_early === "failed" || report.ended_early === "model_errors") return EXIT_FAILED;
  const modelErrors = report.skips.filter((skip) => skip.kind === MODEL_ERROR).length;
  if (report.errors > modelErrors) return EXIT_FAILED;
  if (modelErrors > 0 && !hasModelAnswer(report)) return EXIT_FAILED;
  if (report.throttled_reason === "disabled" && trigger === "explicit_cli") return EXIT_REFUSED;
  return EXIT_DONE;
}

function hasModelAnswer(report: RunReport): boolean {
  return report.actions.length > 0 || report.skips.some((skip) => ANSWERED.has(skip.kind));
}
