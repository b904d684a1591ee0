export type LogLevel = "debug" | "info" | "warning" | "error";

/** Receives one line of text per call; never throws. */
export interface Logger {
  log(level: LogLevel, message: string): void;
}
