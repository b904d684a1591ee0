import { type Durability, type EventEnvelope, TraceError, type TraceStore } from "@metis-curate/core";
import type { Gate } from "./gate.ts";

/** Every append and probe of `trace` is an effect of the gate. */
export function recordedTrace(trace: TraceStore, gate: Gate): TraceStore {
  const fail = () => new TraceError(gate.cut?.traceError ?? "io", "the recorder made the trace fail");
  const alive = <A extends readonly unknown[], R>(call: (...rest: A) => R) => {
    return (...rest: A): R => {
      gate.assertAlive("reading the trace");
      return call(...rest);
    };
  };
  return {
    ...trace,
    append: async (events: readonly EventEnvelope[], durability: Durability) => {
      const name = `append ${events.map(({ type }) => type).join(" ")}`;
      const diesAfter = gate.enter(name, fail);
      const fresh = await trace.append(events, durability);
      if (diesAfter) gate.die(name);
      return fresh;
    },
    probe: async () => {
      const diesAfter = gate.enter("probe", fail);
      await trace.probe();
      if (diesAfter) gate.die("probe");
    },
    has: alive((id) => trace.has(id)),
    info: alive(() => trace.info()),
    scan: alive((types, window) => (window === undefined ? trace.scan(types) : trace.scan(types, window))),
    scanLoads: alive(() => trace.scanLoads()),
    findSessionWorkspaces: alive((ids) => trace.findSessionWorkspaces(ids)),
    findToolOutcomes: alive((ids, window) => trace.findToolOutcomes(ids, window)),
    sumCuratorSpend: alive((rootKey, window) => trace.sumCuratorSpend(rootKey, window)),
    close: () => trace.close(),
  };
}
