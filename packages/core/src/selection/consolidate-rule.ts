import type { CuratorConfig } from "../config/curator-config.ts";
import type { ConsolidateCandidate } from "./candidate.ts";
import { candidateHash } from "./candidate-hash.ts";
import { clusters } from "./clusters.ts";
import { hybridPairs } from "./hybrid-pairs.ts";
import { type ClusterSource, hybridClusters, lexicalClusters } from "./link-clusters.ts";
import type { SkillFacts } from "./selection-input.ts";
import { clusterSignals } from "./signals.ts";
import { type PairSource, similarPairs } from "./similar-pairs.ts";
import { overlap, tokenize } from "./tokenize.ts";

/**
 * Says whether a skill that is not to be archived may enter a cluster: loaded within `archive_after_days`, and
 * since its own last consolidation, so that no merge begets the next. CONTRACTS 6.3.
 */
export function mayConsolidate({ activity, history }: SkillFacts, config: CuratorConfig): boolean {
  const { inactiveDays, lastLoadedAtUs } = activity;
  if (inactiveDays === null || lastLoadedAtUs === null || inactiveDays >= config.archive_after_days)
    return false;
  const consolidatedAtUs = history?.lastConsolidatedAtUs ?? null;
  return consolidatedAtUs === null || lastLoadedAtUs > consolidatedAtUs;
}

/** Returns the clusters of near-duplicates among these skills, members by name (CONTRACTS 6.3). */
export function findClusters(
  pool: readonly SkillFacts[],
  config: CuratorConfig,
  pairSource?: PairSource,
): readonly (readonly SkillFacts[])[] {
  const byName = new Map(pool.map((facts) => [facts.name, facts]));
  const items = pool.map(({ name, skill, activity }) => ({
    name,
    description: skill.fields.description,
    body: skill.body,
    loads: activity.loadsInWindow,
  }));
  const found =
    pairSource === undefined
      ? clusterSourceOf(config)(items, config)
      : clusters(items, pairSource(items, config));
  return found.map((names) => names.flatMap((name) => byName.get(name) ?? []));
}

/** The evidence that `curator.similarity` names, as pairs. */
export function pairSourceOf({ similarity }: Pick<CuratorConfig, "similarity">): PairSource {
  switch (similarity) {
    case "lexical":
      return similarPairs;
    case "hybrid":
      return hybridPairs;
  }
}

/** The same evidence as clusters. */
export function clusterSourceOf({ similarity }: Pick<CuratorConfig, "similarity">): ClusterSource {
  switch (similarity) {
    case "lexical":
      return lexicalClusters;
    case "hybrid":
      return hybridClusters;
  }
}

/** Returns the candidate of one cluster; `referenced` members may only survive. */
export function consolidateCandidate(
  members: readonly SkillFacts[],
  referenced: ReadonlySet<string>,
): ConsolidateCandidate {
  const names = members.map(({ name }) => name);
  const alike = likeness(members);
  const signals = { ...clusterSignals(members), ...alike };
  return {
    action: "consolidate",
    skills: names,
    referenced: names.filter((name) => referenced.has(name)),
    reason:
      `${names.length} look alike (closest names ${alike.name_overlap.toFixed(2)}, ` +
      `descriptions ${alike.description_overlap.toFixed(2)}), ${signals.loads_in_window} loads in the window`,
    signals,
    hash: candidateHash("consolidate", members),
  };
}

/** The closest two names and the closest two descriptions of a cluster. */
function likeness(members: readonly SkillFacts[]): { name_overlap: number; description_overlap: number } {
  const tokens = members.map(({ name, skill }) => ({
    name: tokenize(name),
    description: tokenize(skill.fields.description),
  }));
  let names = 0;
  let descriptions = 0;
  for (const [index, left] of tokens.entries()) {
    for (const right of tokens.slice(index + 1)) {
      names = Math.max(names, overlap(left.name, right.name));
      descriptions = Math.max(descriptions, overlap(left.description, right.description));
    }
  }
  return { name_overlap: names, description_overlap: descriptions };
}
