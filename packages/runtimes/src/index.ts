export * from "./coverage/index.ts";
export * from "./hermes/draft-mark-events.ts";
export * from "./hermes/marks.ts";
export * from "./layouts/index.ts";
export * from "./observation.ts";
export * from "./provenance/index.ts";
export * from "./resolve/index.ts";
export * from "./runtime.ts";
