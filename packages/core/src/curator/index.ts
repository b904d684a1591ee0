export * from "./skill-curator.ts";
