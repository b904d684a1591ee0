export * from "./database-lock.ts";
export type { SqliteDriverName } from "./drivers/driver.ts";
export { sqliteDriverName } from "./drivers/open-connection.ts";
export * from "./immediate-transaction.ts";
export * from "./open-database.ts";
export * from "./sqlite-database.ts";
export * from "./sqlite-error.ts";
