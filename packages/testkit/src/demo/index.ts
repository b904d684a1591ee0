export { type DemoCreation, demoEvents } from "./demo-events.ts";
export * from "./demo-plan.ts";
export * from "./generate-demo-library.ts";
export { type SeededRandom, seededRandom } from "./seeded-random.ts";
export * from "./write-demo.ts";
