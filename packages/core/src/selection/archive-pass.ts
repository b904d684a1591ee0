import { findAnswer } from "./answered.ts";
import { findArchiveCandidate } from "./archive-rule.ts";
import type { ArchiveCandidate } from "./candidate.ts";
import { massGuardLimit } from "./mass-guard.ts";
import { compareStaleness } from "./order.ts";
import type { Outcomes } from "./outcomes.ts";
import { type ReferenceGraph, referenceGraph } from "./referenced.ts";
import type { SelectionInput, SkillFacts } from "./selection-input.ts";
import { staleness } from "./signals.ts";

export interface ArchivePass {
  readonly candidates: readonly ArchiveCandidate[];
  /** Skills that no archive speaks about: the pool of the later passes. */
  readonly survivors: readonly SkillFacts[];
  readonly graph: ReferenceGraph;
  readonly truncated: number;
  readonly massGuarded: number;
}

interface Idle {
  readonly facts: SkillFacts;
  readonly candidate: ArchiveCandidate;
}

/**
 * Decides the archives. An idle skill that something alive refers to survives and may still be merged into or
 * edited; one with a standing "no", or with an unwatched reader, is left alone and counts as alive for what it
 * refers to. CONTRACTS 5, 6.2, 8.6, 10.6.
 */
export function archivePass(
  pool: readonly SkillFacts[],
  touchableCount: number,
  input: SelectionInput,
  outcomes: Outcomes,
): ArchivePass {
  const idle = findIdle(pool, input);
  const asked = idle.filter((entry) => !isKept(entry, input, outcomes));
  const graph = referenceGraph(
    input.library.skills,
    new Set(asked.map(({ facts }) => facts.name)),
    input.referenceTexts,
  );
  for (const { facts } of idle) {
    if (graph.referenced.has(facts.name))
      outcomes.leave(facts.name, "referenced", referrers(graph, facts.name));
  }
  const archivable = asked.filter(({ facts }) => !graph.referenced.has(facts.name));
  const idleNames = new Set(idle.map(({ facts }) => facts.name));
  const survivors = pool.filter(({ name }) => !idleNames.has(name) || graph.referenced.has(name));

  if (!input.attended && archivable.length > massGuardLimit(touchableCount)) {
    const detail = `${archivable.length} of ${touchableCount} would be archived at once: preview and run it yourself`;
    for (const { facts } of archivable) outcomes.leave(facts.name, "needs-preview", detail);
    return { candidates: [], survivors, graph, truncated: 0, massGuarded: archivable.length };
  }
  const cut = archivable.slice(input.config.max_skills_per_root);
  for (const { facts } of cut) outcomes.leave(facts.name, "truncated", truncatedDetail(input));
  return {
    candidates: archivable.slice(0, input.config.max_skills_per_root).map(({ candidate }) => candidate),
    survivors,
    graph,
    truncated: cut.length,
    massGuarded: 0,
  };
}

/** One line: who refers to a skill. */
export function referrers(graph: ReferenceGraph, name: string): string {
  const from = graph.references
    .filter((reference) => reference.to === name)
    .map((reference) => reference.from);
  return `referred to by ${from.join(", ")}`;
}

export function truncatedDetail(input: SelectionInput): string {
  return `beyond max_skills_per_root ${input.config.max_skills_per_root}: its turn comes in a later run`;
}

export function answeredDetail(atUs: number): string {
  return `answered no on ${new Date(Math.floor(atUs / 1000)).toISOString().slice(0, 10)}`;
}

export const UNCOVERED_DETAIL = "another agent reads this directory and nobody watches its use";

function findIdle(pool: readonly SkillFacts[], input: SelectionInput): readonly Idle[] {
  return pool
    .flatMap((facts) => {
      const candidate = findArchiveCandidate(facts, input.config);
      return candidate === null ? [] : [{ facts, candidate }];
    })
    .sort((a, b) => compareStaleness(staleness(a.facts), staleness(b.facts)));
}

function isKept({ facts, candidate }: Idle, input: SelectionInput, outcomes: Outcomes): boolean {
  const answer = findAnswer(candidate.hash, input);
  const uncovered = input.uncovered?.has(facts.name) === true;
  if (answer !== null) outcomes.leave(facts.name, "answered", answeredDetail(answer.atUs));
  if (uncovered) outcomes.leave(facts.name, "uncovered-runtime", UNCOVERED_DETAIL);
  return answer !== null || uncovered;
}
