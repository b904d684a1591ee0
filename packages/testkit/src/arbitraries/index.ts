export * from "./cluster-graph.ts";
export * from "./provenance-events.ts";
export * from "./selection-input.ts";
export * from "./skill.ts";
export * from "./trace.ts";
