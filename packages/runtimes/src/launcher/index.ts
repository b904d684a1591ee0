export * from "./launcher-script.ts";
export * from "./write-launcher.ts";
