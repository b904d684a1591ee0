export * from "./fixed-clock.ts";
