export * from "./effect-recorder.ts";
export { Crash, type Cut, type CutMode, type GateOptions } from "./gate.ts";
export * from "./record-curator.ts";
export * from "./spread-points.ts";
