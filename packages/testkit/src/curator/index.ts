export * from "./curator-fixture.ts";
export * from "./fixture-skill.ts";
