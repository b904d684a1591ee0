import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { isolate } from "./isolate.ts";

/** Runs the whole program, in an environment that no repository has shaped; `main` is the URL of its entry. */
export async function runIsolated(main: string): Promise<number> {
  isolate([fileURLToPath(main), fileURLToPath(new URL("../bin/metis-curate.js", main))]);
  // Only now: no module of the program has run in an environment that a repository shaped.
  const { runProgram } = await import("../program.ts");
  const { version } = createRequire(main)("../package.json") as { readonly version: string };
  return runProgram(version);
}
