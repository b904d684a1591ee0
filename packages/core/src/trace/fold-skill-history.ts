import type { FactsSkill } from "../roots/facts.ts";
import { findSidecarSkill, forbids } from "../roots/sidecar-entry.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import { foldActivity, type SkillEvents } from "./fold-activity.ts";
import { foldBaseline } from "./fold-baseline.ts";
import { foldEffectiveness } from "./fold-effectiveness.ts";
import { foldObserved } from "./fold-observed.ts";
import { decideProvenance, foldEvidence } from "./fold-provenance.ts";
import type { ScopeOfLoad } from "./load-scopes.ts";
import { curatedAction } from "./payload.ts";
import type { Provenance, SkillHistory } from "./root-history.ts";
import { isAfterFacts, type ScopedEvent } from "./scoped-event.ts";

export interface SkillFoldContext {
  readonly nowUs: number;
  readonly sidecar: SidecarState;
  readonly isPruned: boolean;
  /** When the facts were written; feedback up to then is in them. */
  readonly factsWrittenUs: number;
  readonly scopeOfLoad: ScopeOfLoad;
}

/** Returns the history of one skill; `facts` only of a pruned trace. */
export function foldSkillHistory(
  skill: string,
  ofSkill: SkillEvents,
  facts: FactsSkill | undefined,
  context: SkillFoldContext,
): SkillHistory {
  const { events } = ofSkill;
  const evidence = foldEvidence(events, facts, context.factsWrittenUs);
  const activity = foldActivity(ofSkill, facts, context);
  return {
    skill,
    ...activity,
    provenance: applyProhibition(decideProvenance(evidence, context.isPruned), skill, context.sidecar),
    evidence,
    baseline: foldBaseline(events, facts?.baseline ?? null),
    observed: foldObserved(events),
    effectiveness: foldEffectiveness(events, activity.createdAtUs, facts, context.factsWrittenUs),
    pinned: isPinned(events, skill, facts, context),
    draft: isDraft(events) ?? findSidecarSkill(context.sidecar, skill)?.draft ?? false,
  };
}

/** The sidecar may take away what the trace permits, never the other way round (CONTRACTS 3). */
function applyProhibition(provenance: Provenance, skill: string, sidecar: SidecarState): Provenance {
  if (!provenance.touchable) return provenance;
  const forbidden = forbids(sidecar, skill);
  if (forbidden !== "manual" && forbidden !== "imported") return provenance;
  return { touchable: false, origin: forbidden, reason: forbidden };
}

function isPinned(
  events: readonly ScopedEvent[],
  skill: string,
  facts: FactsSkill | undefined,
  { sidecar, factsWrittenUs }: SkillFoldContext,
): boolean {
  if (findSidecarSkill(sidecar, skill)?.pinned === true) return true;
  const last = events.findLast((item) => {
    const action = item.scope.act ? curatedAction(item.event) : null;
    const mayLift = facts?.pinned !== true || isAfterFacts(item, factsWrittenUs);
    return action === "pin" || (action === "unpin" && mayLift);
  });
  return last === undefined ? (facts?.pinned ?? false) : curatedAction(last.event) === "pin";
}

function isDraft(events: readonly ScopedEvent[]): boolean | undefined {
  const last = events.findLast(
    ({ event, scope }) => scope.act && (event.type === "skill.created" || event.type === "skill.promoted"),
  );
  if (last === undefined) return undefined;
  return last.event.type === "skill.created" && last.event.payload["draft"] === true;
}
