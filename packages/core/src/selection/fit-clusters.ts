import { findClusters } from "./consolidate-rule.ts";
import { compareText } from "./order.ts";
import type { SelectionInput, SkillFacts } from "./selection-input.ts";

export type FitInput = Pick<SelectionInput, "config" | "pairSource" | "fitsModel">;

export interface FittedCluster {
  readonly members: readonly SkillFacts[];
  /** Names of the cluster's other members, for which the request had no room. */
  readonly leftOut: readonly string[];
}

/**
 * Returns the parts of a cluster that can be put to the model whole: the cluster itself, or else its largest part
 * that is a cluster of its own and fits (the most loaded first, then by name), and so on with what remains. A cluster
 * of which no part fits is returned as it is, to be reported as too large (CONTRACTS 8.1): it must not hide the
 * smaller merges inside it.
 */
export function fitClusters(cluster: readonly SkillFacts[], input: FitInput): readonly FittedCluster[] {
  const whole = [{ members: cluster, leftOut: [] }];
  // Nothing smaller is inside a pair.
  if (cluster.length <= 2 || input.fitsModel === undefined || input.fitsModel(cluster)) return whole;
  const parts = fittingParts(cluster, input);
  const taken = new Set(parts.flat().map(({ name }) => name));
  const leftOut = cluster.map(({ name }) => name).filter((name) => !taken.has(name));
  return parts.length === 0 ? whole : parts.map((members) => ({ members, leftOut }));
}

function fittingParts(members: readonly SkillFacts[], input: FitInput): readonly (readonly SkillFacts[])[] {
  const part = properParts(members).find(
    (each) => isOneCluster(each, input) && input.fitsModel?.(each) !== false,
  );
  if (part === undefined) return [];
  const rest = members.filter((member) => !part.includes(member));
  const others = findClusters(rest, input.config, input.pairSource);
  return [part, ...others.flatMap((other) => fitClusters(other, input).map((fitted) => fitted.members))];
}

function isOneCluster(members: readonly SkillFacts[], { config, pairSource }: FitInput): boolean {
  const [only] = findClusters(members, config, pairSource);
  return only?.length === members.length;
}

/** All parts of two or more members but the whole: a cluster has five members at most, so there are 25 at most. */
function properParts(members: readonly SkillFacts[]): readonly (readonly SkillFacts[])[] {
  const parts: (readonly SkillFacts[])[] = [];
  for (let mask = 1; mask < 2 ** members.length - 1; mask++) {
    const part = members.filter((_, index) => (mask & (1 << index)) !== 0);
    if (part.length > 1) parts.push(part);
  }
  return parts.sort(compareParts);
}

function compareParts(a: readonly SkillFacts[], b: readonly SkillFacts[]): number {
  return b.length - a.length || loadsOf(b) - loadsOf(a) || compareText(namesOf(a), namesOf(b));
}

function loadsOf(members: readonly SkillFacts[]): number {
  return members.reduce((sum, { activity }) => sum + activity.loadsInWindow, 0);
}

function namesOf(members: readonly SkillFacts[]): string {
  return members.map(({ name }) => name).join("\n");
}
