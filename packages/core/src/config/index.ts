export * from "./curator-config.ts";
