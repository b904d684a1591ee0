import { ZERO_USD } from "../money/index.ts";
import type { Candidate } from "../selection/candidate.ts";
import type { PlanFile, SkipRecord } from "./skill-curator.ts";

export interface LimitedPlan {
  readonly candidates: readonly Candidate[];
  /** Candidates of the plan that are no longer what they were. */
  readonly changed: readonly SkipRecord[];
}

/** Limits a run to the candidates of a plan file, refusing what changed since (CONTRACTS 10.5). */
export function planLimit(candidates: readonly Candidate[], plan: PlanFile | undefined): LimitedPlan {
  if (plan === undefined) return { candidates, changed: [] };
  const now = new Map(candidates.map((candidate) => [keyOf(candidate), candidate]));
  const kept: Candidate[] = [];
  const changed: SkipRecord[] = [];
  for (const planned of plan.candidates) {
    const candidate = now.get(keyOf(planned));
    if (candidate !== undefined && candidate.hash === planned.hash) {
      kept.push(candidate);
      continue;
    }
    const message =
      candidate === undefined
        ? "is no longer a candidate"
        : "its content, members or activity changed since the plan";
    changed.push({
      skills: planned.skills,
      action: planned.action,
      kind: "changed-meanwhile",
      message: `${planned.skills.join(", ")}: ${message}; make a new plan`,
      cost_usd: ZERO_USD,
    });
  }
  return { candidates: candidates.filter((candidate) => kept.includes(candidate)), changed };
}

function keyOf({ action, skills }: Pick<Candidate, "action" | "skills">): string {
  return JSON.stringify([action, ...skills]);
}
