export * from "./file-system.ts";
export * from "./file-system-script.ts";
