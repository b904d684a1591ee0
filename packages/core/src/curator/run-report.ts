import type { Payload } from "../events/envelope.ts";
import type { Candidate, LeftAlone, LeftAloneReason, Selection } from "../selection/candidate.ts";
import { totalCalls } from "./call-totals.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { RunReport, SkipRecord, ThrottledReason } from "./skill-curator.ts";

export interface Finished {
  readonly runId: string;
  readonly source: string;
  readonly rootKey: string;
  readonly throttledReason: ThrottledReason;
  readonly ledger: RunLedger;
  readonly durationMs: number;
  readonly truncated: number;
  /** The candidates the run set out to judge. */
  readonly candidates: readonly Candidate[];
}

/** Payload of `curator.run_finished` (S1 8.4, CONTRACTS 4.4). */
export function finishedPayload(finished: Finished): Payload {
  const { ledger } = finished;
  return {
    root: finished.rootKey,
    curator_run_id: finished.runId,
    source: finished.source,
    actions_taken: ledger.actions.length,
    spend_usd: ledger.spendUsd,
    throttled_reason: finished.throttledReason,
    duration_ms: finished.durationMs,
    errors: ledger.errors,
    truncated: finished.truncated,
    skips: ledger.skips.map(({ skills, action, kind }) => ({ skills, action, kind })),
    ended_early: ledger.endedEarly,
  };
}

/** What the run tells its caller; every skill it left alone has exactly one reason (CONTRACTS 5, 6.5). */
export function runReport(finished: Finished, selection: Selection, notices: readonly string[]): RunReport {
  const { ledger } = finished;
  return {
    curator_run_id: finished.runId,
    throttled_reason: finished.throttledReason,
    ended_early: ledger.endedEarly,
    actions: ledger.actions,
    skips: ledger.skips,
    spend_usd: ledger.spendUsd,
    calls: totalCalls(ledger.book.calls),
    duration_ms: finished.durationMs,
    errors: ledger.errors,
    truncated: finished.truncated,
    left_alone: [...selection.leftAlone, ...leftByRun(finished, selection)],
    notices: ledger.failure === null ? notices : [...notices, `the run stopped: ${ledger.failure}`],
  };
}

function leftByRun(finished: Finished, selection: Selection): readonly LeftAlone[] {
  const { ledger } = finished;
  const skipOf = new Map(ledger.skips.flatMap((skip) => skip.skills.map((skill) => [skill, skip] as const)));
  const names = new Set(selection.candidates.flatMap(({ skills }) => skills));
  return [...names]
    .filter((name) => !ledger.acted.has(name))
    .map((skill) => {
      const skip = skipOf.get(skill);
      if (skip === undefined) return { skill, reason: "not-reached" };
      return { skill, reason: reasonOf(skip), detail: `${skip.kind}: ${skip.message}` };
    });
}

function reasonOf(skip: SkipRecord): LeftAloneReason {
  switch (skip.kind) {
    case "declined":
    case "changed-meanwhile":
    case "referenced":
      return skip.kind;
    default:
      return "skipped";
  }
}
