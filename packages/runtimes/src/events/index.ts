export * from "./build-events.ts";
export * from "./call-ids.ts";
export * from "./event-id.ts";
export { type LoadOfSession, ORIGIN_TYPES } from "./load-origins.ts";
export * from "./session-memory.ts";
