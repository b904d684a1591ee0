import { findAnswer } from "./answered.ts";
import { findArchiveCandidate } from "./archive-rule.ts";
import type { ArchiveCandidate } from "./candidate.ts";
import { massGuardLimit } from "./mass-guard.ts";
import { compareStaleness } from "./order.ts";
import type { Outcomes } from "./outcomes.ts";
import { type ReferenceGraph, type ReferenceScans, referenceGraph } from "./referenced.ts";
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
 * edited; one with a standing "no", with an unwatched reader, or withheld by the mass guard or the cap, is left
 * alone and counts as alive for what it refers to. CONTRACTS 5, 6.2, 8.6, 10.6.
 */
export function archivePass(
  pool: readonly SkillFacts[],
  touchableCount: number,
  input: SelectionInput,
  outcomes: Outcomes,
): ArchivePass {
  const idle = findIdle(pool, input);
  const asked = idle.filter((entry) => !isKept(entry, input, outcomes));
  const { graph, archivable, withheld, massGuarded } = withhold(asked, touchableCount, input);
  for (const { facts } of idle) {
    const { name } = facts;
    if (graph.referenced.has(name)) outcomes.leave(name, "referenced", referrers(graph, name));
    else if (withheld.get(name) === "needs-preview") {
      const detail = `${massGuarded} of ${touchableCount} would be archived at once: preview and run it yourself`;
      outcomes.leave(name, "needs-preview", detail);
    } else if (withheld.has(name)) outcomes.leave(name, "truncated", truncatedDetail(input));
  }
  const idleNames = new Set(idle.map(({ facts }) => facts.name));
  return {
    candidates: archivable.map(({ candidate }) => candidate),
    survivors: pool.filter(({ name }) => !idleNames.has(name) || graph.referenced.has(name)),
    graph,
    truncated: [...withheld].filter(([name, why]) => why === "truncated" && !graph.referenced.has(name))
      .length,
    massGuarded,
  };
}

interface Withheld {
  readonly graph: ReferenceGraph;
  readonly archivable: readonly Idle[];
  readonly withheld: ReadonlyMap<string, "needs-preview" | "truncated">;
  readonly massGuarded: number;
}

/** What is withheld lives on and protects what it names, so the graph is drawn again until nothing is added. */
function withhold(asked: readonly Idle[], touchableCount: number, input: SelectionInput): Withheld {
  const withheld = new Map<string, "needs-preview" | "truncated">();
  const scans: ReferenceScans = new Map();
  let massGuarded = 0;
  for (;;) {
    const going = asked.filter(({ facts }) => !withheld.has(facts.name));
    const graph = graphWithout(going, input, scans);
    const archivable = going.filter(({ facts }) => !graph.referenced.has(facts.name));
    const guarded =
      !input.attended && massGuarded === 0 && archivable.length > massGuardLimit(touchableCount);
    const cut = guarded ? archivable : archivable.slice(input.config.max_skills_per_root);
    if (cut.length === 0) return { graph, archivable, withheld, massGuarded };
    if (guarded) massGuarded = archivable.length;
    for (const { facts } of cut) withheld.set(facts.name, guarded ? "needs-preview" : "truncated");
  }
}

/** A file that could not be read may name any skill: when unsure, do not touch. */
function graphWithout(going: readonly Idle[], input: SelectionInput, scans: ReferenceScans): ReferenceGraph {
  const names = input.library.skills.map(({ name }) => name);
  const graph = referenceGraph(
    input.library.skills,
    new Set(going.map(({ facts }) => facts.name)),
    input.referenceTexts,
    scans,
  );
  const unread = input.unreadReferences ?? [];
  if (unread.length === 0) return graph;
  const doubts = unread.flatMap((path) => names.map((to) => ({ from: `${path}, which cannot be read`, to })));
  return { referenced: new Set(names), references: [...graph.references, ...doubts] };
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
  const uncovered = input.uncovered?.get(facts.name);
  if (answer !== null) outcomes.leave(facts.name, "answered", answeredDetail(answer.atUs));
  if (uncovered !== undefined) outcomes.leave(facts.name, "uncovered-runtime", uncovered);
  return answer !== null || uncovered !== undefined;
}
