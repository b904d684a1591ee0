import { homedir } from "node:os";
import type { Interrupts } from "./context/cli-context.ts";
import { realTextFiles } from "./context/real-text-files.ts";
import { terminalColumns } from "./context/terminal-columns.ts";
import { runCli } from "./run-cli.ts";
import { openServiceInstaller } from "./service/open-service-installer.ts";
import { listLayouts } from "./wire/list-layouts.ts";
import { openCurator } from "./wire/open-curator.ts";
import { openRuntimeSetup } from "./wire/open-runtime-setup.ts";

const EXIT_INTERRUPTED = 130;

const interrupts: Interrupts = {
  listen: (listener) => {
    const signals = ["SIGINT", "SIGTERM"] as const;
    for (const signal of signals) process.on(signal, listener);
    return () => {
      for (const signal of signals) process.off(signal, listener);
    };
  },
  kill: () => process.exit(EXIT_INTERRUPTED),
};

/** A reader that went away (`| head`) must not end a run half way. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Runs the command line of this process with everything real and returns its exit code. */
export function runProgram(version: string): Promise<number> {
  process.stdout.on("error", ignoreClosedPipe);
  process.stderr.on("error", ignoreClosedPipe);
  return runCli(process.argv.slice(2), {
    version,
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    colorDepth: 1,
    cwd: process.cwd(),
    home: process.env["HOME"] || homedir(),
    stdoutIsTty: process.stdout.isTTY === true,
    stderrIsTty: process.stderr.isTTY === true && process.env["TERM"] !== "dumb",
    columns: terminalColumns(process.stdout),
    errorColumns: terminalColumns(process.stderr),
    nowMs: () => Date.now(),
    openCurator,
    openServer: async (options) => (await import("./wire/open-server.ts")).openServer(options),
    listLayouts,
    openMatcher: async (options) => (await import("./wire/open-matcher.ts")).openMatcher(options),
    openMcp: async (options) => (await import("./wire/open-mcp.ts")).openMcp(options),
    openRuntimeSetup,
    openServiceInstaller,
    runHook: async (...args) => (await import("./hook/run-hook.ts")).runHook(...args),
    runImport: async (request) => (await import("./import/run-import.ts")).runImport(request),
    files: realTextFiles,
    interrupts,
  });
}
