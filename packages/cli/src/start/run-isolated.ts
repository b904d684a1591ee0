import { fileURLToPath } from "node:url";
import { isolate } from "./isolate.ts";
import { version } from "./own-version.ts";

/** Runs the whole program, in an environment that no repository has shaped; `main` is the URL of its entry. */
export async function runIsolated(main: string): Promise<number> {
  isolate([fileURLToPath(main), fileURLToPath(new URL("../bin/metis-curate.js", main))]);
  // Only now: no module of the program has run in an environment that a repository shaped.
  const { runProgram } = await import("../program.ts");
  return runProgram(version);
}
