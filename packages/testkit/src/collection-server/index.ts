export * from "./collection-server.ts";
