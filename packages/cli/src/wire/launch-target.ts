import type { LaunchTarget } from "@metis-curate/runtimes";
import { isBinary } from "../start/own-command.ts";

/** What the launcher starts: the program that runs now. */
export function launchTarget(version: string): LaunchTarget {
  if (isBinary()) return { bun: process.execPath, main: null, version };
  const bun = process.versions.bun === undefined ? "bun" : process.execPath;
  return { bun, main: process.argv[1] ?? "", version };
}
