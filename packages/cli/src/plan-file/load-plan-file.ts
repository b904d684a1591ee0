import type { PlanFile } from "@metis-curate/core";
import type { CliContext } from "../context/cli-context.ts";
import type { Failure } from "../context/output.ts";
import { decodePlanFile } from "./decode-plan-file.ts";

export const PLAN_FILE_BYTES_MAX = 8 * 1024 * 1024;

export type LoadedPlanFile =
  | { readonly ok: true; readonly plan: PlanFile }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Reads a plan file made for this root. Fails with `no-plan-file`, `unreadable-plan-file`,
 * `invalid-plan-file`, or `other-root` when it was made for another library.
 */
export function loadPlanFile(context: CliContext, path: string, rootKey: string): LoadedPlanFile {
  const content = readText(context, path);
  if (content instanceof Error)
    return fail("unreadable-plan-file", `cannot read ${path}: ${content.message}`);
  if (content === null) {
    return fail("no-plan-file", `no plan file at ${path}; write one with --plan-out ${path}`);
  }
  const decoded = decodePlanFile(content);
  if (!decoded.ok) {
    return fail(
      "invalid-plan-file",
      `${path} is no plan file: ${decoded.message}; write one with --plan-out`,
    );
  }
  if (decoded.plan.root !== rootKey) {
    return fail(
      "other-root",
      `${path} was made for ${decoded.plan.root}, this is ${rootKey}; give the workspace it was made for`,
    );
  }
  return { ok: true, plan: decoded.plan };
}

function readText(context: CliContext, path: string): string | null | Error {
  try {
    return context.files.read(path, PLAN_FILE_BYTES_MAX);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function fail(kind: string, message: string): LoadedPlanFile {
  return { ok: false, failure: { kind, message } };
}
