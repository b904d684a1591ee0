import { findAnswer } from "./answered.ts";
import { answeredDetail, referrers, truncatedDetail } from "./archive-pass.ts";
import type { ConsolidateCandidate } from "./candidate.ts";
import { consolidateCandidate, findClusters, mayConsolidate } from "./consolidate-rule.ts";
import { type FittedCluster, fitClusters } from "./fit-clusters.ts";
import { compareStaleness } from "./order.ts";
import type { Outcomes } from "./outcomes.ts";
import type { ReferenceGraph } from "./referenced.ts";
import type { SelectionInput, SkillFacts } from "./selection-input.ts";
import { staleness } from "./signals.ts";

export interface ConsolidatePass {
  readonly candidates: readonly ConsolidateCandidate[];
  /** Skills that no merge waits for: the pool of the edits. */
  readonly survivors: readonly SkillFacts[];
  readonly truncated: number;
}

interface Cluster {
  readonly members: readonly SkillFacts[];
  readonly candidate: ConsolidateCandidate;
}

/**
 * Decides the merges. A member of a cluster that is asked about, or cut by the cap, is not edited in the same
 * selection; a cluster with a standing "no", or of which nothing could be absorbed, frees its members.
 * CONTRACTS 5, 6.3, 6.5.
 */
export function consolidatePass(
  pool: readonly SkillFacts[],
  graph: ReferenceGraph,
  input: SelectionInput,
  outcomes: Outcomes,
): ConsolidatePass {
  const eligible = pool.filter((facts) => mayConsolidate(facts, input.config));
  const asked = coveredClusters(eligible, input, outcomes)
    .flatMap((cluster) => fitClusters(cluster, input))
    .map((fitted) => clusterOf(fitted, graph))
    .filter((cluster) => isOpen(cluster, graph, input, outcomes))
    .sort(compareClusters);
  const limit = input.config.max_skills_per_root;
  for (const { candidate } of asked.slice(limit)) {
    for (const name of candidate.skills) outcomes.leave(name, "truncated", truncatedDetail(input));
  }
  const taken = new Set(asked.flatMap(({ candidate }) => candidate.skills));
  return {
    candidates: asked.slice(0, limit).map(({ candidate }) => candidate),
    survivors: pool.filter(({ name }) => !taken.has(name)),
    truncated: Math.max(0, asked.length - limit),
  };
}

function clusterOf({ members, leftOut }: FittedCluster, graph: ReferenceGraph): Cluster {
  const candidate = consolidateCandidate(members, graph.referenced);
  if (leftOut.length === 0) return { members, candidate };
  const reason = `${candidate.reason}; without ${leftOut.join(", ")}, too large for one request`;
  return { members, candidate: { ...candidate, reason } };
}

/** Clusters without the skills whose directory has an unwatched reader; those are told why. */
function coveredClusters(
  eligible: readonly SkillFacts[],
  input: SelectionInput,
  outcomes: Outcomes,
): readonly (readonly SkillFacts[])[] {
  const all = findClusters(eligible, input.config, input.pairSource);
  const uncovered = input.uncovered;
  if (uncovered === undefined || uncovered.size === 0) return all;
  for (const { name } of all.flat()) {
    const detail = uncovered.get(name);
    if (detail !== undefined) outcomes.leave(name, "uncovered-runtime", detail);
  }
  const covered = eligible.filter(({ name }) => !uncovered.has(name));
  return findClusters(covered, input.config, input.pairSource);
}

function isOpen(
  { candidate }: Cluster,
  graph: ReferenceGraph,
  input: SelectionInput,
  outcomes: Outcomes,
): boolean {
  if (candidate.referenced.length === candidate.skills.length) {
    for (const name of candidate.skills) outcomes.leave(name, "referenced", referrers(graph, name));
    return false;
  }
  const answer = findAnswer(candidate.hash, input);
  if (answer === null) return true;
  for (const name of candidate.skills) outcomes.leave(name, "answered", answeredDetail(answer.atUs));
  return false;
}

function compareClusters(a: Cluster, b: Cluster): number {
  return compareStaleness(stalest(a), stalest(b));
}

/** The age of a cluster is that of its stalest member; its name is its first member's. */
function stalest({ members, candidate }: Cluster): ReturnType<typeof staleness> {
  const oldest = members.map(staleness).sort(compareStaleness)[0];
  return { lastLoadedAtUs: oldest?.lastLoadedAtUs ?? null, name: candidate.skills[0] ?? "" };
}
