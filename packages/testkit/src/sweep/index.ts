export * from "./busy-library.ts";
export * from "./find-money-faults.ts";
export * from "./find-record-faults.ts";
export * from "./find-replay-faults.ts";
export * from "./library-disk.ts";
export * from "./report-points.ts";
