export * from "./failure-rate.ts";
export * from "./root-history.ts";
