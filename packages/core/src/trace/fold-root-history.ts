import type { EventEnvelope } from "../events/envelope.ts";
import type { StoredEvent, TraceInfo } from "../ports/trace-store.ts";
import { type Facts, findFacts } from "../roots/facts.ts";
import type { Root } from "../roots/root.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import { believableUs, correctedTimeUs } from "./event-time.ts";
import { foldRefusals } from "./fold-refusals.ts";
import { foldLastCuration, foldPaused, foldRuns } from "./fold-runs.ts";
import { foldSkillHistory } from "./fold-skill-history.ts";
import { groupBy } from "./group-by.ts";
import { eventSkill } from "./payload.ts";
import { isPrunedTrace, oldestEventSeenUs } from "./pruned-trace.ts";
import type { RootHistory, SkillHistory } from "./root-history.ts";
import { eventScope, type IsNearestRoot } from "./scope.ts";
import { maxTime, type ScopedEvent } from "./scoped-event.ts";

export interface RootHistoryInput {
  /** Skill and curator events of the whole trace, in any order. */
  readonly events: Iterable<StoredEvent>;
  /** Real path of each session's workspace; a session without one is unknown. */
  readonly sessionWorkspaces: ReadonlyMap<string, string>;
  readonly root: Root;
  readonly nowUs: number;
  readonly traceInfo: Pick<TraceInfo, "oldestTimestampUs" | "sweptAtUs">;
  /** Null when there are none. */
  readonly facts: Facts | null;
  /** `facts.json` is there but broken: the trace counts as pruned. */
  readonly areFactsLost?: boolean;
  readonly sidecar: SidecarState;
  readonly isNearestRoot: IsNearestRoot;
  /** Rows the trace could not read; 0 when absent. */
  readonly brokenRows?: number;
}

/**
 * Folds a trace into what it says about one root (CONTRACTS 4.5-4.7, 5, 8.6, 10.4, 13.3). The order of
 * `events` does not matter: acts are taken by position of insertion, durations by corrected time.
 */
export function foldRootHistory(input: RootHistoryInput): RootHistory {
  const { facts, nowUs } = input;
  const events = scopeEvents(input);
  const isPruned = isPrunedTrace(input.traceInfo, facts, input.areFactsLost ?? false);
  const skills = foldSkills(input, events, isPruned);
  return {
    skills,
    runs: foldRuns(events, nowUs),
    lastCurationAtUs: maxTime([foldLastCuration(events), believableUs(facts?.last_curation_at_us, nowUs)]),
    paused: foldPaused(events) || (input.sidecar.paused_at_iso ?? null) !== null,
    refusals: foldRefusals(events, nowUs),
    acts: events.filter(({ scope }) => scope.act).map(({ event }) => event),
    brokenRows: input.brokenRows ?? 0,
    clockSkewed: [...skills.values()].filter((skill) => skill.clockSkew).map(({ skill }) => skill),
    pruned: isPruned,
    oldestEventUs: oldestEventSeenUs(input.traceInfo, facts),
  };
}

/** Returns what is known of a skill; for one without any event, what that absence means (CONTRACTS 4.7, 5). */
export function getSkillHistory(history: RootHistory, skill: string): SkillHistory {
  return history.skills.get(skill) ?? unknownSkill(skill, history.pruned ?? false);
}

function unknownSkill(skill: string, isPruned: boolean): SkillHistory {
  const sidecar: SidecarState = { schema_version: "1", last_curation_at_iso: null, skills: {} };
  return foldSkillHistory(skill, [], undefined, { nowUs: 0, sidecar, isPruned, factsWrittenUs: 0 });
}

function scopeEvents(input: RootHistoryInput): readonly ScopedEvent[] {
  const scoped: ScopedEvent[] = [];
  for (const { event, position } of input.events) {
    const workspace = input.sessionWorkspaces.get(event.sessionId) ?? null;
    const scope = eventScope(event, workspace, input.root, input.isNearestRoot);
    if (!scope.activity && !scope.provenance && !scope.outcome && !scope.act) continue;
    scoped.push({ event, position, scope, atUs: correctedTimeUs(event, input.nowUs) });
  }
  return scoped.sort((left, right) => left.position - right.position);
}

function foldSkills(
  input: RootHistoryInput,
  events: readonly ScopedEvent[],
  isPruned: boolean,
): ReadonlyMap<string, SkillHistory> {
  const facts = isPruned ? input.facts : null;
  const bySkill = groupBy(events, ({ event }) => foldedSkill(event));
  const names = new Set([
    ...[...bySkill.keys()].filter((name) => name !== null),
    ...Object.keys(input.sidecar.skills),
    ...Object.keys(facts?.skills ?? {}),
  ]);
  const context = {
    nowUs: input.nowUs,
    sidecar: input.sidecar,
    isPruned,
    factsWrittenUs: facts?.written_at_us ?? 0,
  };
  const histories = [...names]
    .sort()
    .map((name) => foldSkillHistory(name, bySkill.get(name) ?? [], findFacts(facts, name), context));
  return new Map(histories.map((history) => [history.skill, history]));
}

function foldedSkill(event: EventEnvelope): string | null {
  return event.type.startsWith("skill.") ? eventSkill(event) : null;
}
