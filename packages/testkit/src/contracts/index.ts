export * from "./auxiliary-model.ts";
export * from "./clock.ts";
export * from "./file-system.ts";
export * from "./file-system-script.ts";
export * from "./lock.ts";
export * from "./logger.ts";
export * from "./trace-sample.ts";
export * from "./trace-store.ts";
