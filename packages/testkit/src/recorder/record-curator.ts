import type { ConfiguredModel, CuratorDeps, RunLog } from "@metis-curate/core";
import { createGate, type Gate, type GateOptions } from "./gate.ts";
import { recordedFiles } from "./recorded-files.ts";
import { recordedLock } from "./recorded-lock.ts";
import { recordedModel } from "./recorded-model.ts";
import { recordedTrace } from "./recorded-trace.ts";

export interface RecordedCurator {
  /** The same world, every effect on it counted. */
  readonly deps: CuratorDeps;
  /** Effects so far. */
  count(): number;
  /** Name of each effect, for a failing sweep. */
  readonly log: readonly string[];
}

/**
 * Numbers every effect of a whole process: disk (sidecar and intents with it), trace, lock, model calls and the run
 * log; and cuts it at one of them.
 */
export function recordCurator(deps: CuratorDeps, options: GateOptions = {}): RecordedCurator {
  const gate = createGate(options);
  return {
    deps: {
      ...deps,
      fs: recordedFiles(deps.fs, gate),
      trace: recordedTrace(deps.trace, gate),
      lock: recordedLock(deps.lock, gate),
      runLog: recordedRunLog(deps.runLog, gate),
      model: recordedChoice(deps.model, gate),
    },
    count: () => gate.log.length,
    log: gate.log,
  };
}

function recordedChoice(choice: ConfiguredModel, gate: Gate): ConfiguredModel {
  return choice.kind === "none" ? choice : { kind: "model", model: recordedModel(choice.model, gate) };
}

/** A line that cannot be written is a warning of the log itself, never an error. */
function recordedRunLog(runLog: RunLog, gate: Gate): RunLog {
  return {
    append(line) {
      const diesAfter = gate.enter("run log", null);
      runLog.append(line);
      if (diesAfter) gate.die("run log");
    },
  };
}
