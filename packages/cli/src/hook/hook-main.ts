import { writeSync } from "node:fs";
import { homedir } from "node:os";
import { isRuntimeName, RUNTIME_NAMES } from "@metis-curate/runtimes/hook";
import { faultWord, logHook } from "./hook-log.ts";
import { runHook } from "./run-hook.ts";

const STDOUT = 1;
/** Whatever holds it up, an agent gets its process back. */
const LIFE_MAX_MS = 8_000;

/**
 * `hook <runtime>`, as an agent calls it: the words behind `hook`. Everything it needs is loaded here and no more, and
 * whatever happens the process ends with 0.
 */
export async function hookMain(words: readonly string[]): Promise<void> {
  const home = process.env["HOME"] || homedir();
  const [runtime = ""] = words;
  if (!isRuntimeName(runtime)) {
    process.stderr.write(`hook needs an agent: one of ${RUNTIME_NAMES.join(", ")}\n`);
    return;
  }
  try {
    setTimeout(() => giveUp(home, runtime), LIFE_MAX_MS).unref();
    const answer = await runHook(runtime, { home, env: process.env, stdin: openStdin(), nowMs: Date.now() });
    if (answer !== "") writeSync(STDOUT, `${answer}\n`);
  } catch (error) {
    logHook(home, Date.now(), runtime, "fault", faultWord(error));
  }
}

function giveUp(home: string, runtime: string): never {
  logHook(home, Date.now(), runtime, "too-long");
  process.exit(0);
}

/** `process.stdin` takes Bun longer to make than all the rest of a hook. */
function openStdin(): AsyncIterable<Uint8Array | string> {
  return process.versions.bun === undefined ? process.stdin : Bun.stdin.stream();
}
