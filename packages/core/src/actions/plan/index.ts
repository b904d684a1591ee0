export * from "./act.ts";
export * from "./plan-annotate.ts";
export * from "./plan-archive.ts";
export * from "./plan-consolidate.ts";
export * from "./plan-description.ts";
export * from "./plan-edit.ts";
export * from "./plan-restore.ts";
export * from "./skill-snapshot.ts";
