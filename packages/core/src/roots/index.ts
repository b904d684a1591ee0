export * from "./root.ts";
export * from "./sidecar-state.ts";
