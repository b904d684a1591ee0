export * from "./skill-resolver.ts";
