export * from "./act-signals.ts";
export * from "./archive-id.ts";
export * from "./build-root.ts";
export * from "./facts.ts";
export * from "./facts-store.ts";
export * from "./layouts/index.ts";
export * from "./nearest-root.ts";
export * from "./open-root.ts";
export * from "./root.ts";
export * from "./sidecar-codec.ts";
export {
  EMPTY_SIDECAR,
  findSidecarSkill,
  forbids,
  isEmptySidecar,
} from "./sidecar-entry.ts";
export * from "./sidecar-reducer.ts";
export * from "./sidecar-state.ts";
export * from "./sidecar-store.ts";
export * from "./skill-owner.ts";
export * from "./tree/index.ts";
