import type { Logger, LogLevel } from "@metis-curate/core";

export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
}

export interface MemoryLogger extends Logger {
  readonly entries: readonly LogEntry[];
  /** Messages of one level, oldest first. */
  messages(level: LogLevel): readonly string[];
}

/** Returns a logger that keeps what it was told. */
export function memoryLogger(): MemoryLogger {
  const entries: LogEntry[] = [];
  return {
    entries,
    log: (level, message) => {
      entries.push({ level, message });
    },
    messages: (level) => entries.filter((entry) => entry.level === level).map((entry) => entry.message),
  };
}
