export * from "./histories.ts";
export * from "./import-history.ts";
export { LINE_BYTES_MAX } from "./read-lines.ts";
