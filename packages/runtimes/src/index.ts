export * from "./coverage/index.ts";
export * from "./layouts/index.ts";
export * from "./observation.ts";
export * from "./resolve/index.ts";
export * from "./runtime.ts";
