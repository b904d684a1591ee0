export * from "./edit-reads.ts";
export * from "./error-class.ts";
export * from "./patched-files.ts";
export * from "./record-fields.ts";
export * from "./shell-skills.ts";
export * from "./shell-words.ts";
export * from "./tool-use.ts";
