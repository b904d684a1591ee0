export * from "./memory-logger.ts";
