import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock, Logger, RunLog } from "@metis-curate/core";

/** A fuller log is renamed to `.1`, that one to `.2`, and so on. */
export const RUN_LOG_BYTES_MAX = 1024 * 1024;
export const RUN_LOG_GENERATIONS = 3;

/** Returns the rotating run log at `path`; a line that cannot be written is a warning, never an error. */
export function fileRunLog(path: string, { clock, logger }: { clock: Clock; logger: Logger }): RunLog {
  return {
    append(line) {
      try {
        mkdirSync(dirname(path), { recursive: true });
        rotate(path);
        const at = new Date(Math.floor(clock.nowUs() / 1000)).toISOString();
        appendFileSync(path, `${at} ${line.replaceAll(/[\r\n]+/g, " ")}\n`, { mode: 0o600 });
      } catch (error) {
        logger.log(
          "warning",
          `could not write ${path}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

/** Throws when the name is taken by what is no file: to open a FIFO would wait for ever. */
function rotate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error("it is no regular file; move it away");
  if ((found?.size ?? 0) < RUN_LOG_BYTES_MAX) return;
  for (let generation = RUN_LOG_GENERATIONS - 1; generation >= 1; generation -= 1) {
    const older = `${path}.${generation}`;
    if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${path}.${generation + 1}`);
  }
  renameSync(path, `${path}.1`);
}
