export * from "./auxiliary-model.ts";
export * from "./clock.ts";
export * from "./file-system.ts";
export * from "./lock.ts";
export * from "./logger.ts";
export * from "./run-log.ts";
export * from "./secret-finder.ts";
export * from "./trace-store.ts";
