export * from "./root.ts";
export * from "./sidecar-state.ts";
export * from "./tree/index.ts";
