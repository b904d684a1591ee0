export * from "./memory-skill-index.ts";
