export * from "./fixed-clock.ts";
export * from "./instant-wait.ts";
