export * from "./memory-lock.ts";
export * from "./memory-trace-backup.ts";
export * from "./memory-trace-store.ts";
