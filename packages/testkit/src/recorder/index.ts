export * from "./effect-recorder.ts";
