export { SCHEMA_VERSION, TRACE_DDL } from "./trace-ddl.ts";

/** The columns every trace has; a table without them is something else. */
export const EVENT_COLUMNS = [
  "id",
  "timestamp_us",
  "session_id",
  "turn_id",
  "parent_event_id",
  "type",
  "actor",
  "sensitivity",
  "payload_json",
] as const;
