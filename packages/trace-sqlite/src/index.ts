export { createTraceDatabase } from "./create-trace-database.ts";
export * from "./deferred-sqlite-trace.ts";
export { openReadingTrace } from "./open-reading-trace.ts";
export * from "./open-sqlite-trace.ts";
export * from "./sqlite-trace-backup.ts";
export { SCHEMA_VERSION } from "./trace-ddl.ts";
