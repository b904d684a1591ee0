#!/usr/bin/env -S bun --no-env-file --config=/dev/null --no-install
import { isolate } from "./start/isolate.ts";

isolate(import.meta.path);

// Only now: no module of the program has run in an environment that a repository shaped.
const { runProgram } = await import("./program.ts");
process.exitCode = await runProgram();
