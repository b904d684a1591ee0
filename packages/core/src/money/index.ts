export * from "./usd.ts";
