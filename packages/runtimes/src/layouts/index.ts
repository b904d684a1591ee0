export * from "./layout-row.ts";
export * from "./layouts-at.ts";
export * from "./own-directory.ts";
export * from "./runtime-name.ts";
export * from "./skill-lookups.ts";
