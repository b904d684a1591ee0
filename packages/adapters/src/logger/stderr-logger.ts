import type { Logger, LogLevel } from "@metis-curate/core";

const RANKS: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warning: 2, error: 3 };

export interface StderrLoggerOptions {
  /** Receives whole lines, newline included: usually a bound `process.stderr.write`. */
  readonly write: (text: string) => unknown;
  /** Messages below it are dropped. Default `info`. */
  readonly level?: LogLevel;
}

/** A message is one line and cannot steer a terminal: control characters become spaces. */
function toOneLine(message: string): string {
  return message.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}

/** Returns a logger that writes `LEVEL message` lines; a failing `write` is swallowed, as a logger never throws. */
export function stderrLogger({ write, level = "info" }: StderrLoggerOptions): Logger {
  return {
    log(messageLevel, message) {
      if (RANKS[messageLevel] < RANKS[level]) return;
      try {
        write(`${messageLevel.toUpperCase()} ${toOneLine(message)}\n`);
      } catch {
        // A closed pipe must not stop the work that is being logged.
      }
    },
  };
}
