export { type StderrLoggerOptions, stderrLogger } from "./stderr-logger.ts";
