export * from "./catalog/index.ts";
export * from "./envelope.ts";
export * from "./event-bus.ts";
export * from "./event-row.ts";
export * from "./id-source.ts";
export * from "./make-event.ts";
export * from "./validate-event.ts";
