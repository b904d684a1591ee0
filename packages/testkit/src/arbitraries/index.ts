export * from "./cluster-graph.ts";
export * from "./price.ts";
export * from "./provenance-events.ts";
export * from "./selection-input.ts";
export * from "./skill.ts";
export * from "./skill-index.ts";
export * from "./skill-tree.ts";
export * from "./trace.ts";
