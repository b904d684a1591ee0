import { RUNTIME_NAMES, type RuntimeName } from "../layouts/runtime-name.ts";
import { nodeSkillFiles, type SkillFiles } from "../resolve/skill-files.ts";
import type { RuntimePlace } from "../runtime.ts";
import { runtimeMarks } from "./runtime-marks.ts";

/** Whether a runtime was set up or used on this machine. Never throws. */
export function isRuntimePresent(
  runtime: RuntimeName,
  place: Pick<RuntimePlace, "home" | "env">,
  files: Pick<SkillFiles, "exists"> = nodeSkillFiles(),
): boolean {
  return runtimeMarks(runtime, place).some((path) => files.exists(path));
}

/** Returns the runtimes that were set up or used on this machine, in the order of the table. Never throws. */
export function detectRuntimes(
  place: Pick<RuntimePlace, "home" | "env">,
  files: Pick<SkillFiles, "exists"> = nodeSkillFiles(),
): readonly RuntimeName[] {
  return RUNTIME_NAMES.filter((runtime) => isRuntimePresent(runtime, place, files));
}
