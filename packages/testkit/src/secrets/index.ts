export * from "./pattern-finder.ts";
