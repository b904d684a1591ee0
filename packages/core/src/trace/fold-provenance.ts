import type { FactsSkill } from "../roots/facts.ts";
import type { SkillOrigin } from "../roots/sidecar-state.ts";
import { curatedAction, eventSignals, payloadText } from "./payload.ts";
import type { Provenance, ProvenanceEvidence } from "./root-history.ts";
import { isAfterFacts, type ScopedEvent } from "./scoped-event.ts";

/**
 * Returns what a skill's events, by insertion, say of its origin; the facts of a pruned trace count as
 * events that came before all others (CONTRACTS 4.7, 5). Times do not matter, except that an adoption the
 * facts already saw does not lift the disowning they ended with.
 */
export function foldEvidence(
  events: readonly ScopedEvent[],
  facts: FactsSkill | undefined,
  factsWrittenUs: number,
): ProvenanceEvidence {
  let retag = facts?.retag ?? null;
  let consolidated = facts?.consolidated ?? false;
  const sources = new Set(facts?.sources);
  /** What `consolidated` was before each merge, for its undo. */
  const before = new Map<string, boolean>();
  for (const item of events) {
    const { event, scope } = item;
    const mayLift = facts?.retag !== "disowned" || isAfterFacts(item, factsWrittenUs);
    if (scope.provenance && event.type === "skill.adopted" && mayLift) retag = "adopted";
    if (scope.provenance && event.type === "skill.disowned") retag = "disowned";
    if (scope.provenance && event.type === "skill.created") {
      sources.add(payloadText(event.payload, "source") ?? "unknown");
    }
    if (!scope.act) continue;
    if (curatedAction(event) === "consolidate") {
      before.set(event.id, consolidated);
      consolidated = true;
    }
    if (curatedAction(event) === "restore") {
      consolidated = before.get(payloadText(eventSignals(event), "undoes") ?? "") ?? consolidated;
    }
  }
  return { retag, sources: [...sources].sort(), consolidated };
}

/**
 * Returns whether a skill may be touched as far as its events tell (CONTRACTS 5): the last retag decides;
 * without one a creation as manual or imported forbids for good, and one by an agent or the curator
 * permits. No evidence is manual, or `unknown-origin` when the trace was pruned. A creation with a source
 * outside the closed set is `unknown-origin` too.
 */
export function decideProvenance(evidence: ProvenanceEvidence, isPruned: boolean): Provenance {
  const { retag, sources } = evidence;
  if (retag === "adopted") return { touchable: true, origin: touchableOrigin(evidence) };
  if (retag === "disowned" || sources.includes("manual")) return untouchable("manual", "manual");
  if (sources.includes("imported")) return untouchable("imported", "imported");
  if (sources.length === 0) return untouchable("manual", isPruned ? "unknown-origin" : "manual");
  const areOurs = sources.every((source) => source === "auto_generated" || source === "curator_generated");
  if (!areOurs) return untouchable("manual", "unknown-origin");
  return { touchable: true, origin: touchableOrigin(evidence) };
}

function touchableOrigin({ sources, consolidated }: ProvenanceEvidence): SkillOrigin {
  return consolidated || sources.includes("curator_generated") ? "curator_generated" : "auto_generated";
}

function untouchable(
  origin: "manual" | "imported",
  reason: "unknown-origin" | "manual" | "imported",
): Provenance {
  return { touchable: false, origin, reason };
}
