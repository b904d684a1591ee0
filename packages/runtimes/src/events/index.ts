export * from "./build-events.ts";
export * from "./call-ids.ts";
export * from "./event-id.ts";
export * from "./session-memory.ts";
