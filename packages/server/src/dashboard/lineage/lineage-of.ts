import type { Merge } from "../data/dashboard-data.ts";

/** A skill's place in the picture: columns from the oldest on the left, rows from the top. */
export interface LineageNode {
  readonly name: string;
  readonly column: number;
  readonly row: number;
}

export interface LineageEdge {
  readonly from: LineageNode;
  readonly to: LineageNode;
}

export interface Lineage {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly LineageEdge[];
  /** Skills merged into this one, directly or by way of others. */
  readonly ancestors: readonly string[];
  /** What this one was merged into, and that again. */
  readonly heirs: readonly string[];
  /** Skills left out because the picture would be too large. */
  readonly hidden: number;
}

const NODES_MAX = 40;
const DEPTH_MAX = 6;

interface Tree {
  readonly name: string;
  readonly sources: readonly Tree[];
}

/** What was merged into a skill, and what it was merged into; a name stands in the picture once. */
export function lineageOf(skill: string, merges: readonly Merge[]): Lineage {
  const seen = new Set([skill]);
  const heirs = heirsOf(skill, merges, seen);
  const counted = { hidden: 0 };
  const tree = treeOf(skill, sourcesOf(merges), seen, 0, counted);
  const depth = depthOf(tree);
  const { nodes, edges, top } = layOut(tree, depth, 0);
  const chain = heirs.map((name, index) => ({ name, column: depth + 1 + index, row: top.row }));
  const links = chain.map((to, index) => ({ from: chain[index - 1] ?? top, to }));
  return {
    nodes: [...nodes, ...chain],
    edges: [...edges, ...links],
    ancestors: nodes.map(({ name }) => name).filter((name) => name !== skill),
    heirs,
    hidden: counted.hidden,
  };
}

function sourcesOf(merges: readonly Merge[]): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, readonly string[]>();
  for (const { into, from } of merges)
    sources.set(into, [...new Set([...(sources.get(into) ?? []), ...from])]);
  return sources;
}

function heirsOf(skill: string, merges: readonly Merge[], seen: Set<string>): readonly string[] {
  const heirs: string[] = [];
  let current = skill;
  while (heirs.length < DEPTH_MAX) {
    const heir = merges.find(({ from, into }) => from.includes(current) && !seen.has(into))?.into;
    if (heir === undefined) break;
    seen.add(heir);
    heirs.push(heir);
    current = heir;
  }
  return heirs;
}

function treeOf(
  name: string,
  sources: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
  depth: number,
  counted: { hidden: number },
): Tree {
  const fresh = (sources.get(name) ?? []).filter((source) => !seen.has(source));
  const room = depth < DEPTH_MAX ? Math.max(0, NODES_MAX - seen.size) : 0;
  const kept = fresh.slice(0, room);
  for (const source of kept) seen.add(source);
  counted.hidden += fresh.length - kept.length;
  return { name, sources: kept.map((source) => treeOf(source, sources, seen, depth + 1, counted)) };
}

function depthOf({ sources }: Tree): number {
  return sources.reduce((most, source) => Math.max(most, depthOf(source) + 1), 0);
}

interface LaidOut {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly LineageEdge[];
  readonly top: LineageNode;
  readonly nextRow: number;
}

/** Sources below each other, what they became in the middle of them. */
function layOut(tree: Tree, column: number, row: number): LaidOut {
  const nodes: LineageNode[] = [];
  const edges: LineageEdge[] = [];
  const tops: LineageNode[] = [];
  let nextRow = row;
  for (const source of tree.sources) {
    const laid = layOut(source, column - 1, nextRow);
    nodes.push(...laid.nodes);
    edges.push(...laid.edges);
    tops.push(laid.top);
    nextRow = laid.nextRow;
  }
  const first = tops[0]?.row ?? row;
  const last = tops.at(-1)?.row ?? row;
  const top = { name: tree.name, column, row: (first + last) / 2 };
  return {
    nodes: [...nodes, top],
    edges: [...edges, ...tops.map((from) => ({ from, to: top }))],
    top,
    nextRow: Math.max(nextRow, row + 1),
  };
}
