export * from "./launcher-script.ts";
export * from "./settled-program.ts";
export * from "./write-launcher.ts";
