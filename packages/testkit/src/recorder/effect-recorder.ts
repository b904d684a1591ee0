import type { FileSystem, TraceStore } from "@metis-curate/core";
import { createGate, type GateOptions } from "./gate.ts";
import { recordedFiles } from "./recorded-files.ts";
import { recordedTrace } from "./recorded-trace.ts";

export interface RecorderOptions extends GateOptions {
  readonly fs: FileSystem;
  readonly trace: TraceStore;
}

export interface EffectRecorder {
  readonly fs: FileSystem;
  readonly trace: TraceStore;
  /** Effects so far. */
  count(): number;
  /** Name of each effect, for a failing sweep. */
  readonly log: readonly string[];
}

/**
 * Numbers every effect of a run, on disk and in the trace together, and cuts the run at one of them. Reads are
 * no effects, but a dead process does not read either.
 */
export function effectRecorder({ fs, trace, ...options }: RecorderOptions): EffectRecorder {
  const gate = createGate(options);
  return {
    fs: recordedFiles(fs, gate),
    trace: recordedTrace(trace, gate),
    count: () => gate.log.length,
    log: gate.log,
  };
}
