export * from "./clock/index.ts";
export * from "./file-system/index.ts";
export * from "./logger/index.ts";
