export * from "./file-run-log.ts";
