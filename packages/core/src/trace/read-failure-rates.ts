import type { CuratorConfig } from "../config/curator-config.ts";
import type { ActivityReader } from "../ports/trace-store.ts";
import { CLOCK_TOLERANCE_US } from "./event-time.ts";
import type { FailureRate } from "./failure-rate.ts";
import { countingLoads, foldFailureRate } from "./fold-failure-rate.ts";
import { getSkillHistory } from "./fold-root-history.ts";
import { groupBy } from "./group-by.ts";
import { meanEvalScore, readEvalScores } from "./read-eval-scores.ts";
import type { RootHistory } from "./root-history.ts";

/** Fewer loads say nothing about a skill (CONTRACTS 6.4). */
export const EDIT_LOADS_MIN = 3;
const US_PER_HOUR = 3_600_000_000;
const US_PER_MINUTE = 60_000_000;

/**
 * Returns the failure rate of every given skill with at least three loads that count within
 * `interval_hours`; the others are absent. Two calls of the port, none when no skill is eligible.
 * Throws `TraceError`. CONTRACTS 6.4.
 */
export async function readFailureRates(
  trace: Pick<ActivityReader, "findToolOutcomes" | "scan">,
  history: RootHistory,
  skills: readonly string[],
  config: Pick<CuratorConfig, "interval_hours" | "edit_failure_window_minutes">,
  nowUs: number,
): Promise<ReadonlyMap<string, FailureRate>> {
  const fromUs = Math.floor(nowUs - config.interval_hours * US_PER_HOUR);
  const untilUs = nowUs + CLOCK_TOLERANCE_US + 1;
  const eligible = skills
    .map((skill) => getSkillHistory(history, skill))
    .map((skill) => ({ skill, loads: countingLoads(skill, { fromUs, untilUs }) }))
    .filter(({ loads }) => loads.length >= EDIT_LOADS_MIN);
  if (eligible.length === 0) return new Map();
  const sessionIds = [...new Set(eligible.flatMap(({ loads }) => loads.map((load) => load.sessionId)))];
  const outcomes = await trace.findToolOutcomes(sessionIds, { fromUs, untilUs });
  const scores = await readEvalScores(trace, sessionIds, { fromUs, untilUs });
  const bySession = groupBy(outcomes, (outcome) => outcome.sessionId);
  const window = {
    windowFromUs: fromUs,
    windowUntilUs: untilUs,
    failureWindowUs: config.edit_failure_window_minutes * US_PER_MINUTE,
  };
  return new Map(
    eligible.map(({ skill, loads }) => {
      const sessions = new Set(loads.map((load) => load.sessionId));
      const own = [...sessions].flatMap((sessionId) => bySession.get(sessionId) ?? []);
      const evalScore = meanEvalScore(scores, sessions);
      const rate = foldFailureRate(skill, own, window);
      return [skill.skill, evalScore === null ? rate : { ...rate, evalScore }] as const;
    }),
  );
}
