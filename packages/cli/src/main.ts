#!/usr/bin/env -S bun --no-env-file --config=/dev/null --no-install
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { isolate } from "./start/isolate.ts";

isolate([fileURLToPath(import.meta.url), fileURLToPath(new URL("../bin/metis-curate.js", import.meta.url))]);

// Only now: no module of the program has run in an environment that a repository shaped.
const { runProgram } = await import("./program.ts");
const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };
process.exitCode = await runProgram(version);
