export * from "./read-claim.ts";
export * from "./skill-write.ts";
