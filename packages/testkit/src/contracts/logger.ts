import { describe, expect, test } from "bun:test";
import type { Logger, LogLevel, RunLog } from "@metis-curate/core";
import { assert, constantFrom, property, string } from "fast-check";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warning", "error"];
const RUNS = 100;

export interface WrittenLines {
  /** What was written so far, line by line. */
  lines(): readonly string[];
}

/** The laws of the `Logger` port: one line a call, and it never throws. */
export function loggerContract(name: string, make: () => { readonly logger: Logger } & WrittenLines): void {
  describe(`${name} keeps the logger contract`, () => {
    test("a message of any text is one line at most", () => {
      assert(
        property(constantFrom(...LEVELS), string({ unit: "binary" }), (level, message) => {
          const { logger, lines } = make();
          logger.log(level, message);
          expect(lines().length).toBeLessThanOrEqual(1);
        }),
        { numRuns: RUNS },
      );
    });

    test("warnings and errors are kept, in order", () => {
      const { logger, lines } = make();
      logger.log("warning", "first");
      logger.log("error", "second");
      expect(lines().map((line) => /first|second/.exec(line)?.[0])).toEqual(["first", "second"]);
    });
  });
}

/** The laws of the `RunLog` port. */
export function runLogContract(name: string, make: () => { readonly runLog: RunLog } & WrittenLines): void {
  describe(`${name} keeps the run log contract`, () => {
    test("a run of any text is exactly one line, after those before it", () => {
      const { runLog, lines } = make();
      for (const text of ["first", "se\ncond", "thi\r\nrd"]) runLog.append(text);
      expect(lines().map((line) => /first|se.*cond|thi.*rd/.exec(line) !== null)).toEqual([true, true, true]);
    });
  });
}
