export * from "./runtime-name.ts";
