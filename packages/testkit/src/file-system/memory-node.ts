interface NodeBase {
  readonly inode: number;
  readonly device: number;
  mode: number;
  modifiedAtMs: number;
}

export interface MemoryFile extends NodeBase {
  readonly kind: "file";
  readonly bytes: Uint8Array;
}

export interface MemoryDirectory extends NodeBase {
  readonly kind: "directory";
  readonly mountPoint: boolean;
  readonly entries: Map<string, MemoryNode>;
}

export interface MemoryLink extends NodeBase {
  readonly kind: "link";
  readonly target: string;
}

export interface MemorySpecial extends NodeBase {
  readonly kind: "other";
}

export type MemoryNode = MemoryFile | MemoryDirectory | MemoryLink | MemorySpecial;

/** Owner bits, the only ones that bind: every node belongs to the one user of a memory file system. */
export const READ_BIT = 0o400;
export const WRITE_BIT = 0o200;
export const SEARCH_BIT = 0o100;

/** True when the node is `ancestor` or lies below it. */
export function containsNode(ancestor: MemoryNode, node: MemoryNode): boolean {
  if (ancestor === node) return true;
  if (ancestor.kind !== "directory") return false;
  for (const child of ancestor.entries.values()) if (containsNode(child, node)) return true;
  return false;
}
