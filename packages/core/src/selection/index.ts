export * from "./candidate.ts";
