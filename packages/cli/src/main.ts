#!/usr/bin/env -S bun --no-env-file --config=/dev/null --no-install
const words = process.argv.slice(2);
// An agent waits for its hook: nothing else is loaded for it, and whatever happens it ends with 0.
if (words[0] === "hook" && !words.includes("--help") && !words.includes("-h") && (await isUntouched())) {
  try {
    const { quickHook } = await import("./hook/quick-hook.ts");
    await quickHook(words.slice(1));
  } catch {
    // A program that lacks files cannot even write its log.
  }
  process.exit(0);
}

if (words.length === 1 && words[0] === "--version") {
  const { version } = await import("./start/own-version.ts");
  // To make `process.stdout` would take as long as the rest of this start.
  console.log(version);
  process.exit(0);
}

const { runIsolated } = await import("./start/run-isolated.ts");
process.exitCode = await runIsolated(import.meta.url);

/** Loaded for a hook alone: what it asks the disk with takes longer than `--version` otherwise does. */
async function isUntouched(): Promise<boolean> {
  return (await import("./start/is-untouched.ts")).isUntouched();
}
