export * from "./matcher-fixture.ts";
export * from "./memory-skill-index.ts";
