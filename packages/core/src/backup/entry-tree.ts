import type { BackupEntry } from "./backup-entry.ts";

/** A directory or file with what it holds, by name. */
export interface EntryNode {
  readonly entry: BackupEntry;
  readonly children: ReadonlyMap<string, EntryNode>;
}

interface GrowingNode extends EntryNode {
  readonly children: Map<string, GrowingNode>;
}

/** Returns the top of an area with everything below it; the entries list a directory before what it holds. */
export function buildEntryTree(entries: readonly BackupEntry[], area: string): EntryNode {
  const top: GrowingNode = { entry: { kind: "directory", path: area, mode: 0 }, children: new Map() };
  const nodes = new Map<string, GrowingNode>([[area, top]]);
  for (const entry of entries) {
    const cut = entry.path.lastIndexOf("/");
    const node: GrowingNode = { entry, children: new Map() };
    nodes.get(entry.path.slice(0, cut))?.children.set(entry.path.slice(cut + 1), node);
    nodes.set(entry.path, node);
  }
  return top;
}
