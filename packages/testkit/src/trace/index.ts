export * from "./memory-lock.ts";
export * from "./memory-trace-store.ts";
