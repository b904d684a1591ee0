import type { PlanFile, PlanReport } from "@metis-curate/core";
import type { CliContext } from "../context/cli-context.ts";
import type { Failure } from "../context/output.ts";
import { formatJson } from "../text/safe-text.ts";
import { decodePlanFile } from "./decode-plan-file.ts";
import { PLAN_FILE_BYTES_MAX } from "./load-plan-file.ts";

/**
 * Writes the candidates of a plan to `path`; an earlier plan file is replaced, any other file is not.
 * Returns null when written, else `not-a-plan-file` or `unwritable-plan-file`.
 */
export function savePlanFile(
  context: CliContext,
  path: string,
  rootKey: string,
  report: PlanReport,
): Failure | null {
  try {
    const existing = context.files.read(path, PLAN_FILE_BYTES_MAX);
    if (existing !== null && existing !== "" && !decodePlanFile(existing).ok) {
      return {
        kind: "not-a-plan-file",
        message: `${path} exists and is no plan file; name another file for --plan-out`,
      };
    }
    context.files.write(path, formatPlanFile(createPlanFile(rootKey, context.nowMs(), report)));
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { kind: "unwritable-plan-file", message: `cannot write the plan to ${path}: ${cause}` };
  }
}

function createPlanFile(rootKey: string, nowMs: number, report: PlanReport): PlanFile {
  return {
    schema_version: "1",
    root: rootKey,
    created_at: new Date(nowMs).toISOString(),
    candidates: report.candidates.map(({ action, skills, hash }) => ({ action, skills, hash })),
  };
}

function formatPlanFile(plan: PlanFile): string {
  return `${formatJson(plan)}\n`;
}
