import { afterEach, beforeEach } from "bun:test";
import { type MemoryImportTrace, memoryImportTrace } from "./memory-import.ts";
import { makeTree, type Tree } from "./tree.ts";

/** A home beside a repository, and a trace to import into; both are new for each test. */
export interface ImportWorld {
  readonly tree: Tree;
  readonly trace: MemoryImportTrace;
  /** Number of events of a type in the trace. */
  count(type: string): number;
}

/** Makes a world before each test of the file, and removes it afterwards. */
export function useImportWorld(): ImportWorld {
  let tree: Tree;
  let trace: MemoryImportTrace;
  beforeEach(() => {
    tree = makeTree();
    tree.directory("work/.git");
    trace = memoryImportTrace();
  });
  afterEach(() => tree.remove());
  return {
    get tree() {
      return tree;
    },
    get trace() {
      return trace;
    },
    count: (type) => trace.events.filter((event) => event.type === type).length,
  };
}
