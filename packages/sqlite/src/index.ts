export * from "./database-lock.ts";
export * from "./immediate-transaction.ts";
export * from "./open-database.ts";
export * from "./sqlite-database.ts";
export * from "./sqlite-error.ts";
