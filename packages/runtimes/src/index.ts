export * from "./observation.ts";
export * from "./runtime.ts";
