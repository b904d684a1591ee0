export * from "./failure-rate.ts";
export * from "./root-history.ts";
export * from "./spend.ts";
export * from "./curator-summary.ts";
export * from "./tool-outcomes.ts";
