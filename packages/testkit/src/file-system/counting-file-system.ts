import type { FileSystem } from "@metis-curate/core";
import { type FileSystemOperation, observedFileSystem } from "./observed-file-system.ts";

export interface CountingFileSystem extends FileSystem {
  /** Calls so far, of one operation or of all. */
  count(operation?: FileSystemOperation): number;
}

/** Counts the calls to another file system: for complexity claims and to know where a fault can be put. */
export function countingFileSystem(inner: FileSystem): CountingFileSystem {
  const counts = new Map<FileSystemOperation, number>();
  const observed = observedFileSystem(inner, (operation) => {
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  });
  const sum = () => [...counts.values()].reduce((total, count) => total + count, 0);
  return {
    ...observed,
    count: (operation) => (operation === undefined ? sum() : (counts.get(operation) ?? 0)),
  };
}
