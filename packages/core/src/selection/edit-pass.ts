import { findAnswer } from "./answered.ts";
import { answeredDetail, truncatedDetail } from "./archive-pass.ts";
import type { EditCandidate } from "./candidate.ts";
import { findEditCandidate } from "./edit-rule.ts";
import { compareStaleness } from "./order.ts";
import type { Outcomes } from "./outcomes.ts";
import type { SelectionInput, SkillFacts } from "./selection-input.ts";
import { staleness } from "./signals.ts";

export interface EditPass {
  readonly candidates: readonly EditCandidate[];
  readonly truncated: number;
}

interface Failing {
  readonly facts: SkillFacts;
  readonly candidate: EditCandidate;
}

/** Decides the edits: the cap keeps the worst failure rates (then eval scores), the order is stalest first (CONTRACTS 6.4, 6.5). */
export function editPass(pool: readonly SkillFacts[], input: SelectionInput, outcomes: Outcomes): EditPass {
  const failing = pool
    .flatMap((facts) => {
      const candidate = findEditCandidate(facts, input.failures.get(facts.name), input.config);
      return candidate === null ? [] : [{ facts, candidate }];
    })
    .filter(({ facts, candidate }) => {
      const answer = findAnswer(candidate.hash, input);
      if (answer !== null) outcomes.leave(facts.name, "answered", answeredDetail(answer.atUs));
      return answer === null;
    })
    .sort(compareFailing);
  const limit = input.config.max_skills_per_root;
  for (const { facts } of failing.slice(limit))
    outcomes.leave(facts.name, "truncated", truncatedDetail(input));
  return {
    candidates: failing
      .slice(0, limit)
      .sort(compareFailingAge)
      .map(({ candidate }) => candidate),
    truncated: Math.max(0, failing.length - limit),
  };
}

function compareFailing(a: Failing, b: Failing): number {
  const byRate = b.candidate.failures.rate - a.candidate.failures.rate;
  return byRate || evalScoreOf(a) - evalScoreOf(b) || compareFailingAge(a, b);
}

/** The evaluator's advice breaks ties: what it judged worst comes first, what it never judged last. */
function evalScoreOf({ candidate }: Failing): number {
  return candidate.failures.evalScore ?? Number.MAX_VALUE;
}

function compareFailingAge(a: Failing, b: Failing): number {
  return compareStaleness(staleness(a.facts), staleness(b.facts));
}
