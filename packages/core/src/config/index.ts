export type { ConfigError } from "./config-error.ts";
export * from "./curator-config.ts";
export * from "./decode-config-text.ts";
export * from "./default-config.ts";
export * from "./matching-config.ts";
export * from "./merge-config.ts";
export * from "./merge-matching.ts";
export * from "./merge-scout.ts";
export * from "./read-config-layers.ts";
