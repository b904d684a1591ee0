import type { TimeWindow, ToolOutcome } from "../ports/trace-store.ts";
import type { FailureRate, FailureSignature } from "./failure-rate.ts";
import { groupBy } from "./group-by.ts";
import type { LoadRecord, SkillHistory } from "./root-history.ts";

/** Ends of a tool call that say nothing about a skill (CONTRACTS 6.4). */
const NOT_A_FAILURE: ReadonlySet<string> = new Set(["user_denied", "confirmation_timeout", "cancelled"]);

/** Failures after which a tool that has not succeeded since the first of them is taken to be gone. */
const GONE_FAILURES_MIN = 2;

export interface FailureRateWindow {
  /** Loads in [windowFromUs, windowUntilUs) count. */
  readonly windowFromUs: number;
  readonly windowUntilUs: number;
  /** How long after a load a failure is put down to it, both ends included. */
  readonly failureWindowUs: number;
}

/**
 * Returns the share of sessions that loaded a skill and then had a tool failure within the failure window
 * after a load. Loads before the skill's last curated, modified or adopted event do not count, nor do
 * loads whose failures belong to another root. CONTRACTS 6.4.
 */
export function foldFailureRate(
  history: SkillHistory,
  outcomes: readonly ToolOutcome[],
  window: FailureRateWindow,
): FailureRate {
  const loads = countingLoads(history, { fromUs: window.windowFromUs, untilUs: window.windowUntilUs });
  const loadsBySession = groupBy(loads, (load) => load.sessionId);
  const after = outcomes.filter((outcome) =>
    loadsBySession.get(outcome.sessionId)?.some((load) => follows(outcome, load, window.failureWindowUs)),
  );
  const failures = after.filter(isFailure);
  const sessions = loadsBySession.size;
  const failedSessions = new Set(failures.map((failure) => failure.sessionId)).size;
  return {
    loads: loads.length,
    sessions,
    failedSessions,
    rate: sessions === 0 ? 0 : failedSessions / sessions,
    signatures: countSignatures(failures),
    toolsSucceeded: namesOf(withoutGoneTools(after).filter((outcome) => outcome.errorClass === null)),
  };
}

/** Returns the loads of a skill within a window whose failures are put down to it (CONTRACTS 6.4). */
export function countingLoads(history: SkillHistory, window: TimeWindow): readonly LoadRecord[] {
  return history.loads.filter(
    (load) =>
      load.failuresElsewhere !== true &&
      load.atUs >= window.fromUs &&
      load.atUs < window.untilUs &&
      (history.failuresCountFromUs === null || load.atUs > history.failuresCountFromUs),
  );
}

function follows(outcome: ToolOutcome, load: LoadRecord, failureWindowUs: number): boolean {
  return outcome.timestampUs >= load.atUs && outcome.timestampUs <= load.atUs + failureWindowUs;
}

function isFailure(outcome: ToolOutcome): outcome is ToolOutcome & { readonly errorClass: string } {
  return outcome.errorClass !== null && !NOT_A_FAILURE.has(outcome.errorClass);
}

function countSignatures(
  failures: readonly (ToolOutcome & { readonly errorClass: string })[],
): readonly FailureSignature[] {
  const groups = groupBy(failures, ({ toolName, errorClass }) => JSON.stringify([toolName, errorClass]));
  const signatures = [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map(({ toolName, errorClass }) => ({ tool: toolName, errorClass, count: group.length })),
  );
  return signatures.sort((left, right) => right.count - left.count || compareSignatures(left, right));
}

function compareSignatures(left: FailureSignature, right: FailureSignature): number {
  const leftKey = JSON.stringify([left.tool, left.errorClass]);
  return leftKey < JSON.stringify([right.tool, right.errorClass]) ? -1 : 1;
}

/**
 * Leaves out the tools that worked once and have only failed since: in the week of a rename, the old name would
 * else be shown among those that work.
 */
function withoutGoneTools(outcomes: readonly ToolOutcome[]): readonly ToolOutcome[] {
  const byTool = groupBy(outcomes, ({ toolName }) => toolName ?? "");
  return [...byTool.values()].filter((own) => !isGone(own)).flat();
}

function isGone(outcomes: readonly ToolOutcome[]): boolean {
  const failedAtUs = outcomes.filter(isFailure).map(({ timestampUs }) => timestampUs);
  if (failedAtUs.length < GONE_FAILURES_MIN) return false;
  const firstUs = Math.min(...failedAtUs);
  return !outcomes.some(({ errorClass, timestampUs }) => errorClass === null && timestampUs >= firstUs);
}

function namesOf(outcomes: readonly ToolOutcome[]): readonly string[] {
  return [...new Set(outcomes.flatMap(({ toolName }) => (toolName === null ? [] : [toolName])))].sort();
}
