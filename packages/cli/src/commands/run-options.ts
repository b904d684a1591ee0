import type { Trigger } from "@metis-curate/core";
import { UsageError } from "clipanion";

const TRIGGERS: readonly Trigger[] = ["explicit_cli", "scheduled", "session_ended"];

/** The options of a run as typed. */
export interface TypedRunOptions {
  readonly dryRun: boolean;
  readonly list: boolean;
  readonly raw: boolean;
  readonly yes: boolean;
  readonly force: boolean;
  readonly trigger: string | undefined;
  readonly planOut: string | undefined;
}

/** What one form of the run command does. */
export type RunMode = "run" | "plan" | "list";

/** Which of the three was asked for. Throws `UsageError` when the options contradict each other. */
export function decideRunMode(options: TypedRunOptions): RunMode {
  const preview = options.dryRun ? "--dry-run" : options.planOut !== undefined ? "--plan-out" : null;
  if (options.list && preview !== null) refuseTogether("--list", preview);
  if (options.raw && !options.list) {
    throw new UsageError("--raw prints the state as it is and belongs to --list: write --list --raw");
  }
  const mode = options.list ? "--list" : preview;
  if (mode !== null) {
    const changing = findRunOnlyOption(options);
    if (changing !== null) refuseTogether(mode, changing);
  }
  if (options.list) return "list";
  return preview === null ? "run" : "plan";
}

/** The trigger named, `explicit_cli` when none is. Throws `UsageError` for an unknown one. */
export function decideTrigger(typed: string | undefined, force: boolean): Trigger {
  const trigger = TRIGGERS.find((known) => known === (typed ?? "explicit_cli"));
  if (trigger === undefined) {
    throw new UsageError(`--trigger "${typed}" is unknown; it is one of ${TRIGGERS.join(", ")}`);
  }
  if (force && trigger !== "explicit_cli") refuseTogether("--force", `--trigger ${trigger}`);
  return trigger;
}

function findRunOnlyOption(options: TypedRunOptions): string | null {
  if (options.force) return "--force";
  if (options.yes) return "--yes";
  return options.trigger === undefined ? null : "--trigger";
}

function refuseTogether(left: string, right: string): never {
  throw new UsageError(`${left} and ${right} contradict each other: give one of them`);
}
