export * from "./database-lock.ts";
