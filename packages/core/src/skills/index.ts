export * from "./skill.ts";
