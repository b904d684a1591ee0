export * from "./detect-runtimes.ts";
export * from "./find-readers.ts";
export * from "./find-uncovered.ts";
export * from "./find-watch.ts";
export * from "./runtime-marks.ts";
export * from "./runtimes-file.ts";
export * from "./runtimes-record.ts";
