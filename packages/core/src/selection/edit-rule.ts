import type { CuratorConfig } from "../config/curator-config.ts";
import type { FailureRate } from "../trace/failure-rate.ts";
import { EDIT_LOADS_MIN } from "../trace/read-failure-rates.ts";
import type { EditCandidate } from "./candidate.ts";
import { candidateHash } from "./candidate-hash.ts";
import type { SkillFacts } from "./selection-input.ts";
import { skillSignals } from "./signals.ts";

/**
 * Returns the edit candidate a skill makes, or null: at least three counted loads within `interval_hours` and a
 * failure rate of at least `edit_failure_rate`. CONTRACTS 6.4.
 */
export function findEditCandidate(
  facts: SkillFacts,
  failures: FailureRate | undefined,
  config: CuratorConfig,
): EditCandidate | null {
  if (failures === undefined || failures.sessions === 0 || failures.loads < EDIT_LOADS_MIN) return null;
  if (failures.rate < config.edit_failure_rate) return null;
  return {
    action: "edit",
    skills: [facts.name],
    reason:
      `failed in ${failures.failedSessions} of ${failures.sessions} sessions ` +
      `(limit ${config.edit_failure_rate}), ${failures.loads} loads`,
    signals: {
      ...skillSignals(facts),
      failure_rate: failures.rate,
      ...(failures.evalScore === undefined ? {} : { eval_score: failures.evalScore }),
    },
    hash: candidateHash("edit", [facts]),
    failures,
  };
}
