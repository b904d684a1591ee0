export * from "./counting-file-system.ts";
export * from "./faulty-file-system.ts";
export {
  type MemoryFileSystem,
  type MemoryFileSystemOptions,
  memoryFileSystem,
} from "./memory-file-system.ts";
export * from "./observed-file-system.ts";
export * from "./seed-tree.ts";
export * from "./tree-dump.ts";
