export * from "./clock/index.ts";
export * from "./file-system/index.ts";
export * from "./lock/index.ts";
export * from "./logger/index.ts";
export * from "./run-log/index.ts";
export * from "./secrets/index.ts";
