import type { FactsSkill } from "../roots/facts.ts";
import type { Effectiveness } from "./root-history.ts";
import type { ScopedEvent } from "./scoped-event.ts";

const ALPHA = 0.3;
const START: Effectiveness = { score: 0.5, uses: 0 };
const OUTCOME_VALUES: ReadonlyMap<unknown, number> = new Map([
  ["success", 1],
  ["partial", 0.5],
  ["failure", 0],
]);

/**
 * Returns the moving average of a skill's feedback by insertion, null without any; an unknown outcome does
 * not count, nor does feedback on a dead namesake. `facts` of a pruned trace is where the fold starts, and
 * feedback it already holds (up to `factsWrittenUs`) is not counted again. CONTRACTS 13.3.
 */
export function foldEffectiveness(
  events: readonly ScopedEvent[],
  createdAtUs: number | null,
  facts: FactsSkill | undefined,
  factsWrittenUs: number,
): Effectiveness | null {
  const start = facts?.effectiveness ?? null;
  let result = start;
  for (const { event, scope, atUs } of events) {
    const value = OUTCOME_VALUES.get(event.payload["outcome"]);
    if (event.type !== "skill.feedback" || !scope.outcome || value === undefined) continue;
    if (atUs !== null && createdAtUs !== null && atUs < createdAtUs) continue;
    if (start !== null && atUs !== null && atUs <= factsWrittenUs) continue;
    result = blend(result ?? START, value);
  }
  return result;
}

/** Returns the effectiveness after one more outcome of the given value, 0..1. */
function blend(before: Effectiveness, value: number): Effectiveness {
  return { score: ALPHA * value + (1 - ALPHA) * before.score, uses: before.uses + 1 };
}
