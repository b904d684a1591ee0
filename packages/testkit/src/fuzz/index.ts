export * from "./fuzz-target.ts";
export * from "./hostile-text.ts";
