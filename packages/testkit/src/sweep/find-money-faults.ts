import { addUsd, compareUsd, type EventEnvelope, parseUsd, type Usd, ZERO_USD } from "@metis-curate/core";

export interface Caps {
  readonly perRunUsd: Usd;
  readonly perDayUsd: Usd;
}

interface Call {
  readonly runId: string;
  readonly day: string;
  readonly estimateUsd: Usd;
  costUsd: Usd | null;
}

/**
 * What is wrong with the money of one root, one line each: a call that ended twice or never began, a run or a day
 * above its cap (an interrupted call counts as its estimate), a run that reports less than it spent.
 */
export function findMoneyFaults(events: readonly EventEnvelope[], caps: Caps): readonly string[] {
  const faults: string[] = [];
  const calls = pairCalls(events, faults);
  for (const [runId, spent] of sumBy(calls, ({ runId }) => runId)) {
    if (compareUsd(spent, caps.perRunUsd) > 0) faults.push(`run ${runId} spent ${spent}`);
    const reported = findReport(events, runId);
    if (reported !== null && compareUsd(reported, spent) < 0)
      faults.push(`run ${runId} spent ${spent} and reports ${reported}`);
  }
  for (const [day, spent] of sumBy(calls, ({ day }) => day)) {
    if (compareUsd(spent, caps.perDayUsd) > 0) faults.push(`on ${day} ${spent} was spent`);
  }
  return faults;
}

/** What all calls of a root cost, as recorded; an interrupted one its estimate. */
export function recordedSpend(events: readonly EventEnvelope[]): Usd {
  return [...sumBy(pairCalls(events, []), () => "all").values()][0] ?? ZERO_USD;
}

function pairCalls(events: readonly EventEnvelope[], faults: string[]): readonly Call[] {
  const calls = new Map<string, Call>();
  for (const { type, payload, timestampUs } of events) {
    const id = String(payload["call_id"]);
    const call = calls.get(id);
    if (type === "curator.call_started") {
      if (call !== undefined) faults.push(`call ${id} was started twice`);
      calls.set(id, {
        runId: String(payload["curator_run_id"]),
        day: new Date(timestampUs / 1000).toISOString().slice(0, 10),
        estimateUsd: parseUsd(payload["estimated_cost_usd"]) ?? ZERO_USD,
        costUsd: null,
      });
    }
    if (type !== "curator.call_completed") continue;
    if (call === undefined) faults.push(`call ${id} was completed and never started`);
    else if (call.costUsd !== null) faults.push(`call ${id} was completed twice`);
    else call.costUsd = parseUsd(payload["cost_usd"]) ?? call.estimateUsd;
  }
  return [...calls.values()];
}

function sumBy(calls: readonly Call[], keyOf: (call: Call) => string): ReadonlyMap<string, Usd> {
  const sums = new Map<string, Usd>();
  for (const call of calls) {
    const key = keyOf(call);
    sums.set(key, addUsd(sums.get(key) ?? ZERO_USD, call.costUsd ?? call.estimateUsd));
  }
  return sums;
}

function findReport(events: readonly EventEnvelope[], runId: string): Usd | null {
  const finished = events.find(
    ({ type, payload }) => type === "curator.run_finished" && payload["curator_run_id"] === runId,
  );
  return finished === undefined ? null : parseUsd(finished.payload["spend_usd"]);
}
