export * from "./doctor-report.ts";
export * from "./explain-report.ts";
export * from "./history-report.ts";
export * from "./list-report.ts";
export * from "./notices.ts";
export * from "./plan-report.ts";
export * from "./skill-health.ts";
export * from "./status-report.ts";
