import type { EventEnvelope } from "../events/envelope.ts";
import type { StoredEvent, TraceInfo } from "../ports/trace-store.ts";
import { type Facts, findFacts } from "../roots/facts.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import { believableUs, correctedTimeUs } from "./event-time.ts";
import { foldRefusals } from "./fold-refusals.ts";
import { foldLastCuration, foldPaused, foldRuns } from "./fold-runs.ts";
import { foldSkillHistory } from "./fold-skill-history.ts";
import { groupBy } from "./group-by.ts";
import { livingLoads, loadScopes } from "./load-scopes.ts";
import { eventSkill } from "./payload.ts";
import { isPrunedTrace, oldestEventSeenUs } from "./pruned-trace.ts";
import { type KeptLoad, RootEvents } from "./root-events.ts";
import type { RootHistory, SkillHistory } from "./root-history.ts";
import { eventScope, NO_SCOPE, type ScopeContext } from "./scope.ts";
import { maxTime, type ScopedEvent } from "./scoped-event.ts";

export interface RootHistoryInput extends RootFoldContext {
  /** Skill and curator events of the whole trace, in any order. */
  readonly events: Iterable<StoredEvent>;
}

/** Everything a fold needs beside the events. */
export interface RootFoldContext extends ScopeContext {
  readonly nowUs: number;
  readonly traceInfo: Pick<TraceInfo, "oldestTimestampUs" | "sweptAtUs">;
  /** Null when there are none. */
  readonly facts: Facts | null;
  /** `facts.json` is there but broken: the trace counts as pruned. */
  readonly areFactsLost?: boolean;
  readonly sidecar: SidecarState;
  /** Rows the trace could not read; 0 when absent. */
  readonly brokenRows?: number;
}

/**
 * Folds a trace into what it says about one root (CONTRACTS 4.5-4.7, 5, 8.6, 10.4, 13.3). The order of
 * `events` does not matter: acts are taken by position of insertion, durations by corrected time.
 */
export function foldRootHistory({ events, ...context }: RootHistoryInput): RootHistory {
  const collected = new RootEvents(context.root, context.nowUs);
  for (const stored of events) collected.add(stored);
  return foldRootEvents(collected, context);
}

/** As `foldRootHistory`, of events that were collected for this root by this clock. */
export function foldRootEvents(collected: RootEvents, context: RootFoldContext): RootHistory {
  const { facts, nowUs } = context;
  const events = scopeEvents(collected.others, context);
  const isPruned = isPrunedTrace(context.traceInfo, facts, context.areFactsLost ?? false);
  const skills = foldSkills(context, collected.loads, events, isPruned);
  return {
    skills,
    runs: foldRuns(events, nowUs),
    lastCurationAtUs: maxTime([foldLastCuration(events), believableUs(facts?.last_curation_at_us, nowUs)]),
    paused: foldPaused(events) || (context.sidecar.paused_at_iso ?? null) !== null,
    refusals: foldRefusals(events, nowUs),
    acts: events.filter(({ scope }) => scope.act).map(({ event }) => event),
    brokenRows: context.brokenRows ?? 0,
    clockSkewed: [...skills.values()].filter((skill) => skill.clockSkew).map(({ skill }) => skill),
    pruned: isPruned,
    oldestEventUs: oldestEventSeenUs(context.traceInfo, facts),
  };
}

/** Returns what is known of a skill; for one without any event, what that absence means (CONTRACTS 4.7, 5). */
export function getSkillHistory(history: RootHistory, skill: string): SkillHistory {
  return history.skills.get(skill) ?? unknownSkill(skill, history.pruned ?? false);
}

function unknownSkill(skill: string, isPruned: boolean): SkillHistory {
  const sidecar: SidecarState = { schema_version: "1", last_curation_at_iso: null, skills: {} };
  const context = { nowUs: 0, sidecar, isPruned, factsWrittenUs: 0, scopeOfLoad: () => NO_SCOPE };
  return foldSkillHistory(skill, { events: [], loads: [] }, undefined, context);
}

function scopeEvents(stored: readonly StoredEvent[], context: RootFoldContext): readonly ScopedEvent[] {
  const scoped: ScopedEvent[] = [];
  for (const { event, position } of stored) {
    const workspace = context.sessionWorkspaces.get(event.sessionId) ?? null;
    const scope = eventScope(event, workspace, context.root, context.isNearestRoot);
    if (!scope.activity && !scope.provenance && !scope.outcome && !scope.act) continue;
    scoped.push({ event, position, scope, atUs: correctedTimeUs(event, context.nowUs) });
  }
  return scoped.sort((left, right) => left.position - right.position);
}

function foldSkills(
  input: RootFoldContext,
  kept: ReadonlyMap<string, readonly KeptLoad[]>,
  events: readonly ScopedEvent[],
  isPruned: boolean,
): ReadonlyMap<string, SkillHistory> {
  const facts = isPruned ? input.facts : null;
  const bySkill = groupBy(events, ({ event }) => foldedSkill(event));
  const scopeOfLoad = loadScopes(input);
  const loads = livingLoads(kept, scopeOfLoad);
  const names = new Set([
    ...[...bySkill.keys()].filter((name) => name !== null),
    ...loads.keys(),
    ...Object.keys(input.sidecar.skills),
    ...Object.keys(facts?.skills ?? {}),
  ]);
  const context = {
    nowUs: input.nowUs,
    sidecar: input.sidecar,
    isPruned,
    factsWrittenUs: facts?.written_at_us ?? 0,
    scopeOfLoad,
  };
  const histories = [...names].sort().map((name) => {
    const ofSkill = { events: bySkill.get(name) ?? [], loads: loads.get(name) ?? [] };
    return foldSkillHistory(name, ofSkill, findFacts(facts, name), context);
  });
  return new Map(histories.map((history) => [history.skill, history]));
}

function foldedSkill(event: EventEnvelope): string | null {
  return event.type.startsWith("skill.") ? eventSkill(event) : null;
}
